import { Component, type ReactNode } from "react";
import { NotArrived } from "../lazily";
import * as css from "./ErrorBoundary.module.css";

type Props = {
  children: ReactNode;
  /** The address that is shown: another one is another chance. */
  address?: string;
  /** What stands in for a part that the page can do without. */
  fallback?: ReactNode;
};
type State = { error: unknown };

/** Catches what a page did not: says what happened, what is safe and what to do. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  private readonly tryAgain = () => {
    if (this.state.error instanceof NotArrived) this.state.error.forget();
    this.setState({ error: null });
  };

  override componentDidUpdate(before: Props) {
    if (this.state.error !== null && before.address !== this.props.address) this.tryAgain();
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    if (this.state.error instanceof NotArrived) {
      return (
        <Panel title="This page did not arrive" button="Try again" onPress={this.tryAgain}>
          The connection was lost before all of it was here. Whatever you had already saved, uploaded or paid is safe with us.
          Please check your connection and try again.
        </Panel>
      );
    }
    return (
      <Panel title="This page stopped working" button="Load the page again" onPress={() => location.reload()}>
        Something went wrong while showing it. Whatever you had already saved, uploaded or paid is safe with us. Please load the
        page again; if it keeps happening, call or write to us and we will help you directly.
      </Panel>
    );
  }
}

type PanelProps = { title: string; button: string; onPress: () => void; children: ReactNode };

function Panel({ title, button, onPress, children }: PanelProps) {
  return (
    <div className={css.panel} role="alert">
      <h1>{title}</h1>
      <p>{children}</p>
      <button type="button" className={css.reload} onClick={onPress}>
        {button}
      </button>
    </div>
  );
}
