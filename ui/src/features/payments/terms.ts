import { toast } from "../../components/toast";

/** Says that the terms are still to be accepted. */
export function termsRequired(): void {
  toast({ title: "Terms Required", body: "Please accept the terms and conditions to proceed", variant: "destructive" });
}
