import { MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { AppLink } from "../../../components/AppLink";
import { DateTime } from "../../../components/DateTime";
import { Money } from "../../../components/Money";
import { StatusBadge } from "../../../components/StatusBadge";
import { staffClientPage } from "../../../paths";
import type { ClientLine } from "../api";
import { statusWord } from "../labels/money";
import { PhoneLink } from "../PhoneLink";
import * as rows from "../ListTable.module.css";
import * as css from "./ClientsPage.module.css";
import type { Column, columns } from "./columns";
import { FoundBy } from "./FoundBy";

const none = <span className={css.none}>None</span>;

const cells: Record<Column, (client: ClientLine) => ReactNode> = {
  newest: ({ newest, projects }) =>
    newest ? (
      <>
        <span className={css.project}>
          {newest.reference}, {newest.serviceTitle}
        </span>
        <StatusBadge status={newest.status} {...statusWord(newest.status, newest.money, newest.isAsked)} />
        {projects > 1 && <span className={css.others}>and {projects - 1} more</span>}
      </>
    ) : (
      none
    ),
  owed: ({ owedCents, awaitedCents }) => (
    <>
      {owedCents > 0 && (
        <span className={css.owed}>
          <Money cents={owedCents} />
        </span>
      )}
      {owedCents > 0 && awaitedCents > 0 && ", and "}
      {awaitedCents > 0 && (
        <>
          <Money cents={awaitedCents} /> awaited
        </>
      )}
      {owedCents + awaitedCents === 0 && <span className={css.none}>Nothing</span>}
    </>
  ),
  next: ({ nextAt }) => (nextAt ? <DateTime iso={nextAt} format="stamp" /> : none),
  contact: ({ lastContactAt }) => <DateTime iso={lastContactAt} format="short" />,
  address: ({ address }) => address || none,
  since: ({ createdAt }) => <DateTime iso={createdAt} format="short" />,
};

/** One client; the whole row opens their page, which leads back to this list as it stands. */
export function ClientRow({ client, shown }: { client: ClientLine; shown: readonly (typeof columns)[number][] }) {
  const { search } = useLocation();
  const { matched } = client;
  return (
    <tr role="row" className={rows.row}>
      <td role="cell" className={css.client}>
        <AppLink to={staffClientPage(client.id)} state={{ list: search }} className={rows.open} data-client={client.id}>
          {client.name || "No name yet"}
        </AppLink>
        {client.unread > 0 && (
          <span className={css.unread}>
            <MessageSquare size={15} strokeWidth={1.5} aria-hidden /> {client.unread} unread
          </span>
        )}
        <span className={rows.sub}>
          {client.email}
          {client.phone && (
            <>
              {client.email && " · "}
              <span className={rows.call}>
                <PhoneLink number={client.phone} />
              </span>
            </>
          )}
        </span>
        {client.unproved > 0 && (
          <span className={rows.sub}>
            {client.unproved === 1 ? "1 project was" : `${client.unproved} projects were`} sent with their address, not confirmed as theirs
          </span>
        )}
        {client.byMerge > 0 && (
          <span className={rows.sub}>
            {client.byMerge === 1 ? "1 project" : `${client.byMerge} projects`} came by a merge, the address not proved
          </span>
        )}
        {!client.proved && <span className={rows.sub}>Email not shown to be theirs yet</span>}
        <FoundBy matched={matched} className={rows.sub} />
      </td>
      {shown.map(({ name, label }) => (
        <td key={name} role="cell" className={css.cell} data-name={label}>
          <div>{cells[name](client)}</div>
        </td>
      ))}
    </tr>
  );
}
