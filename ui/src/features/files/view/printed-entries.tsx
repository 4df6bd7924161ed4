import { t } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { usePrinting } from '~/kit/use-printing';
import { extentOf } from '../listing/extent';
import type { Entries } from '../listing/listing';

/** The list on paper: whole names, sizes and times of all entries that have been fetched. */
export function PrintedEntries({ entries, heading }: { entries: Entries; heading: string }) {
  if (!usePrinting()) return null;
  const fetched = Array.from({ length: entries.count }, (_, index) => entries.entryAt(index)).filter(
    (entry) => entry !== null,
  );
  return (
    <div data-print className="hidden">
      <h1 className="mb-3 text-lg font-bold">
        <bdi>{heading}</bdi>
      </h1>
      <table className="w-full border-collapse text-start text-sm">
        <thead>
          <tr>
            {[t('files.columnName'), t('files.size'), t('files.modifiedAt')].map((head) => (
              <th key={head} scope="col" className="border-b border-line py-1.5 pe-4 text-start font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fetched.map((entry) => (
            <tr key={entry.id} className="break-inside-avoid">
              <td className="border-b border-line py-1.5 pe-4 text-start wrap-anywhere">
                <bdi>{entry.name}</bdi>
              </td>
              <td className="border-b border-line py-1.5 pe-4 whitespace-nowrap">{extentOf(entry)}</td>
              <td className="border-b border-line py-1.5 whitespace-nowrap">{dateTime(entry.modifiedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
