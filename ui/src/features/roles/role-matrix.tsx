import { Check } from 'lucide-react';
import { faultText } from '~/api/fault';
import { builtInRoles, roleHint, roleLabel } from '~/page/people/roles';
import { t } from '~/i18n';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useRoles } from './api';
import { capabilities, keyOf } from './permissions';

/** The permissions of the built-in roles. */
export function RoleMatrix({ spaceId }: { spaceId: string }) {
  const { data, error } = useRoles(spaceId);
  const roles = data?.filter((role) => role.built_in) ?? [];
  const rights = new Map(roles.map((role) => [role.role_id, new Set(role.permissions.map(keyOf))]));
  return (
    <section aria-labelledby="built-in-roles">
      <h2 id="built-in-roles" className="text-base font-bold">
        {t('roles.builtIn')}
      </h2>
      <p className="mt-1 mb-4 max-w-xl text-pretty text-muted">{t('roles.builtInText')}</p>
      <dl className="mb-5 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {builtInRoles.map((role) => (
          <div key={role}>
            <dt className="font-semibold">{roleLabel(role)}</dt>
            <dd className="text-pretty text-muted">{roleHint(role)}</dd>
          </div>
        ))}
      </dl>
      {error && <Notice tone="danger">{faultText(error)}</Notice>}
      {!data && !error && <Skeleton className="h-72 w-full rounded-card" />}
      {data && (
        <div
          className="scroll-thin overflow-x-auto rounded-card ring-1 ring-line"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone, it is scrolled by keyboard too
          tabIndex={0}
          role="region"
          aria-label={t('roles.matrix')}
        >
          <table className="w-full border-collapse text-start">
            <thead>
              <tr className="border-b border-line">
                <th scope="col" className="sticky start-0 z-1 min-w-40 bg-surface px-4 py-3 text-start font-semibold">
                  {t('roles.may')}
                </th>
                {builtInRoles.map((role) => (
                  <th key={role} scope="col" className="min-w-24 px-2 py-3 text-center font-semibold">
                    {roleLabel(role)}
                    <span className="block text-2xs font-normal text-muted">
                      {t('roles.membersShort', {
                        n: roles.find(({ role_id: id }) => id === role)?.members_count ?? 0,
                      })}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {capabilities.map(({ rule, words }) => (
                <tr key={rule} className="border-b border-line last:border-0">
                  <th scope="row" className="sticky start-0 z-1 bg-surface px-4 py-2.5 text-start font-normal">
                    {t(words)}
                  </th>
                  {builtInRoles.map((role) => (
                    <td key={role} className="px-2 py-2.5 text-center">
                      {rights.get(role)?.has(rule) ? (
                        <>
                          <Check size={18} strokeWidth={2.5} aria-hidden="true" className="inline text-brand" />
                          <span className="sr-only">{t('common.yes')}</span>
                        </>
                      ) : (
                        <>
                          <span aria-hidden="true" className="text-muted">
                            –
                          </span>
                          <span className="sr-only">{t('common.no')}</span>
                        </>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
