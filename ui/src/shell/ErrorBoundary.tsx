import { Component, type ReactNode } from "react";
import * as css from "./ErrorBoundary.module.css";

type Props = {
  children: ReactNode;
  /** The address that is shown: another one is another chance. */
  address?: string;
  /** What stands in for a part that the page can do without. */
  fallback?: ReactNode;
};
type State = { failed: boolean };

/** Catches what a page did not: says what happened, what is safe and what to do. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.address !== this.props.address) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <div className={css.panel} role="alert">
        <h1>This page stopped working</h1>
        <p>
          Something went wrong while showing it. Whatever you had already saved, uploaded or paid is safe with us. Please load the
          page again; if it keeps happening, call or write to us and we will help you directly.
        </p>
        <button type="button" className={css.reload} onClick={() => location.reload()}>
          Load the page again
        </button>
      </div>
    );
  }
}
