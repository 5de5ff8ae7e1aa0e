import { mailto } from "../../components/mailto";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { Skeleton } from "../../components/Skeleton";
import { useListAddress } from "./address";
import { enquiriesKey, useStaffQuery, type EnquiryPage } from "./api";
import { CopyButton } from "../../components/CopyButton";
import * as css from "./EnquiryList.module.css";
import { Pages, SearchBox } from "./ListTools";
import { LoadProblem } from "./LoadProblem";

/** What visitors wrote who are not ready to book, newest first. */
export function EnquiryList() {
  const { search, page, with: addressWith } = useListAddress();
  const { data, error, mutate } = useStaffQuery<EnquiryPage>(enquiriesKey({ search, page }), { keepPreviousData: true });

  if (error) return <LoadProblem what="The enquiries" error={error} retry={() => void mutate()} />;
  return (
    <section className={css.enquiries} aria-label="Enquiries">
      <SearchBox label="Search enquiries" placeholder="Name, email, phone or words" />
      {!data ? (
        <div aria-busy="true">
          <p role="status" className={css.loading}>
            Loading...
          </p>
          <Skeleton shape="card" count={2} />
        </div>
      ) : (
        <div>
          <Pages total={data.total} page={page} pageSize={data.pageSize} one="enquiry" many="enquiries" />
          {data.items.length === 0 && search && (
            <EmptyState
              action={
                <ButtonLink variant="secondary" to={addressWith({ search: "" })}>
                  Show all enquiries
                </ButtonLink>
              }
            >
              No enquiry matches &quot;{search}&quot;.
            </EmptyState>
          )}
          {data.items.length === 0 && !search && (
            <EmptyState>No enquiries yet. What visitors write on the contact page arrives here.</EmptyState>
          )}
          <ul className={css.list}>
            {data.items.map((enquiry) => (
              <li key={enquiry.id} className={css.enquiry}>
                <div>
                  <h2 className={css.name}>{enquiry.name}</h2>
                  <p className={css.line}>
                    <a href={mailto(enquiry.email)}>{enquiry.email}</a>
                    <CopyButton text={enquiry.email} what="email address" />
                  </p>
                  <p className={css.line}>
                    <a href={`tel:${enquiry.phone.replaceAll(/\s/g, "")}`}>{enquiry.phone}</a>
                    <CopyButton text={enquiry.phone} what="phone number" />
                  </p>
                  <p>
                    <DateTime iso={enquiry.createdAt} format="stamp" />
                  </p>
                </div>
                <p className={css.message}>{enquiry.message}</p>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
