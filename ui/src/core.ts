/**
 * What every application begins with, in one chunk: left to itself, esbuild cuts a file for each set of pages that share a module,
 * some eighty of them, for which a browser queues. The build lets every component import this list, and so finds all of it in
 * the same set. What is missing here works all the same, in a small file of its own.
 */
import "./site/facts";
import "./site/quiet";
import "./site/signedInMark";
import "./site/carried";
import "./api/analytics";
import "./api/client";
import "./api/privacyChoice";
import "./api/purchase";
import "./api/signedOut";
import "./newRelease";
import "./paths";
import "./continue";
import "./lazily";
import "./shell/App";
import "./api/ownDetails";
import "./api/payments";
import "./api/rules.gen";
import "./components/Button";
import "./components/Choice";
import "./components/draft";
import "./components/fileRules";
import "./components/Notice";
import "./components/PageHead";
import "./components/Select";
import "./components/Skeleton";
import "./components/StepHead";
import "./components/TextField";
import "./components/Toasts";
import "./components/typedBefore";
import "./components/Unseen";
import "./components/uploads";
import "./components/StatusBadge";
import "./components/useHydrated";
import "./components/useReturn";
import "./components/useUploads";
import "./components/NeedsScripts";
import "./site/useGo";
import "./site/usePageTitle";
