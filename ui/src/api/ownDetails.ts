import { nullOn401 } from "./client";
import type { components } from "./schema.gen";
import { seemsSignedIn } from "./signedIn";

type Schemas = components["schemas"];
type Own = Pick<Schemas["Profile"], "name" | "email" | "phone"> & Partial<Schemas["DetailsOut"]>;

/**
 * How a signed-in client is reached, and where they are, so that no form asks them again; without the address while their password
 * is a temporary one. Null for everybody else, and when the question failed.
 */
export async function ownDetails(): Promise<Own | null> {
  if (!seemsSignedIn()) return null;
  try {
    const own = await nullOn401<Schemas["Profile"]>("/api/client/profile");
    return own?.passwordChangeRequired === false ? await nullOn401<Schemas["DetailsOut"]>("/api/client/details") : own;
  } catch {
    return null;
  }
}
