import type { ReactNode } from 'react';

/** Names and values, one below the other. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | null)[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-card bg-sunken px-5 py-4 text-start">
      {rows.map(
        (row) =>
          row && (
            <div key={row[0]} className="contents">
              <dt className="text-muted">{row[0]}</dt>
              <dd className="font-medium break-words">{row[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
