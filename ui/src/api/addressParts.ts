type Parts = { addressStreet: string; addressCity: string; addressState: string; addressZip: string };

/** The parts of an address that a booking takes in one line, "8 Woniora Road, Hurstville NSW 2220"; none where it does not end so. */
export function inParts(line: string): Partial<Parts> {
  const found = /^(.+),\s*([^,\d]+?),?\s+(NSW|VIC|QLD|SA|WA|TAS|ACT|NT),?\s+(\d{4})$/i.exec(line.trim());
  const [, addressStreet = "", addressCity = "", state = "", addressZip = ""] = found ?? [];
  return found ? { addressStreet, addressCity, addressState: state.toUpperCase(), addressZip } : {};
}
