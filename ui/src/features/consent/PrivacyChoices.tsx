import { useHydrated } from "../../components/useHydrated";
import { toast } from "../../components/toast";
import { useGroup } from "../../site/group";
import { useSite } from "../../site/SiteContext";

function notThere(): void {
  toast({
    title: "Your privacy choices could not be opened",
    body: "Please check your connection, load the page again and try once more.",
    variant: "destructive",
  });
}

/** The way back to the question about trackers; there only where that question is asked. */
export function PrivacyChoices({ className }: { className?: string | undefined }) {
  const site = useSite();
  const group = useGroup();
  const hydrated = useHydrated();
  const asks = site["analytics.consent"] && (site["analytics.gaId"] || site["analytics.pixelId"]);
  if (!hydrated || group !== "public" || !asks) return null;
  return (
    <li>
      <button
        type="button"
        className={className}
        onClick={() => void import("./consent").then(({ reconsider }) => reconsider(site), notThere)}
      >
        Privacy choices
      </button>
    </li>
  );
}
