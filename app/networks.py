"""Whom an address stands for: who may be counted as one, and who may be had together."""

from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network


def network(address: str) -> str:
    """Whom limits count as one caller: an IPv4 address, or the /64 that a single IPv6 home or phone is given."""
    try:
        told = ip_address(address)
    except ValueError:
        return address
    if isinstance(told, IPv4Address):
        return str(told)
    return str(told.ipv4_mapped or IPv6Network((int(told) >> 64 << 64, 64)))


def wide_network(address: str) -> str:
    """Who may be had together at little cost: an IPv4 /24, or the IPv6 /48 that a single office is given."""
    try:
        told = ip_network(network(address))
    except ValueError:
        return address
    return str(told.supernet(new_prefix=24 if told.version == 4 else 48))
