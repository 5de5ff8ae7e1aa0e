import * as css from "./AdminLoading.module.css";

/** Shown by the staff shell and while one of its pages loads. */
export function AdminLoading() {
  return (
    <main className={css.loading}>
      <div role="status">
        <h1 className={css.word}>Loading...</h1>
      </div>
    </main>
  );
}
