import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as css from "./ContactFields.module.css";
import { TextField } from "./TextField";

type Name = "name" | "phone" | "company" | "addressStreet" | "addressCity" | "addressState" | "addressZip";

type Props = {
  /** What the form gives to a field, with what is wrong with it. */
  field: (name: Name) => UseFormRegisterReturn & { error: string | undefined };
  /** What the address is called, and its hint. */
  address: string;
  addressHint: string;
  state?: string;
  postcode?: string;
  /** What stands between the name and the phone. */
  children?: ReactNode;
};

/** Who somebody is, how to reach them and where: the same fields wherever they are told. */
export function ContactFields(props: Props) {
  const { field, address, addressHint, state = "State/Province", postcode = "Zip/Postal Code", children } = props;
  return (
    <>
      <TextField label="Full Name" autoComplete="name" {...field("name")} />
      {children}
      <TextField label="Phone Number" type="tel" inputMode="tel" autoComplete="tel" {...field("phone")} />
      <TextField label="Company" optional autoComplete="organization" {...field("company")} />
      <TextField label={address} hint={addressHint} autoComplete="street-address" {...field("addressStreet")} />
      <TextField label="City" autoComplete="address-level2" {...field("addressCity")} />
      <div className={css.pair}>
        <TextField label={state} autoComplete="address-level1" {...field("addressState")} />
        <TextField label={postcode} inputMode="text" autoComplete="postal-code" {...field("addressZip")} />
      </div>
    </>
  );
}
