import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { AppLink } from "./AppLink";
import * as css from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

type Look = {
  /** primary: the one next thing; secondary: another way; quiet: text only; danger: cannot be taken back lightly. */
  variant?: ButtonVariant;
  /** Stretches to the width it is given. */
  wide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "className"> & { busy?: boolean };

function look(variant: ButtonVariant, wide: boolean): string {
  return [css.button, css[variant], wide ? css.wide : ""].filter(Boolean).join(" ");
}

/** A button. While `busy` it cannot be pressed again, keeps its width and its focus, and says so to screen readers. */
export function Button({
  variant = "primary",
  wide = false,
  icon,
  busy = false,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={busy ? "button" : type}
      className={look(variant, wide)}
      data-danger={variant === "danger" || undefined}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      <span className={css.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={css.spinner} aria-hidden="true" />}
    </button>
  );
}

type ButtonLinkProps = Look & { to: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href" | "children" | "className">;

/** A link within the site that looks like a button. */
export function ButtonLink({ variant = "primary", wide = false, icon, to, children, ...rest }: ButtonLinkProps) {
  return (
    <AppLink to={to} className={look(variant, wide)} {...rest}>
      <span className={css.content}>
        {icon}
        {children}
      </span>
    </AppLink>
  );
}

type ButtonAnchorProps = Look & { href: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children" | "className">;

/** A link that leaves the site (tel:, mailto:, a download) and looks like a button. */
export function ButtonAnchor({ variant = "primary", wide = false, icon, children, ...rest }: ButtonAnchorProps) {
  return (
    <a className={look(variant, wide)} {...rest}>
      <span className={css.content}>
        {icon}
        {children}
      </span>
    </a>
  );
}
