import { faultText } from '~/api/fault';
import { roleLabel } from '~/page/people/roles';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { Notice } from '~/kit/notice';
import { Skeleton } from '~/kit/skeleton';
import { useAssignable, useRoles } from './api';
import { groups, keyOf, rulesOf, toggleRight } from './permissions';

type Props = {
  spaceId: string;
  chosen: ReadonlySet<string>;
  problem: string | undefined;
  onChange: (chosen: Set<string>) => void;
};

const presets = ['viewer', 'organizer', 'editor', 'admin'];

/** The permissions of a role, as sentences; the built-in roles serve as templates. */
export function PermissionEditor({ spaceId, chosen, problem, onChange }: Props) {
  const { data, error } = useAssignable();
  const roles = useRoles(spaceId).data;
  if (error) return <Notice tone="danger">{faultText(error)}</Notice>;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const assignable = new Set(data.map(keyOf));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">{t('roles.startFrom')}</span>
        {presets.map((preset) => {
          const rights = roles?.find(({ role_id: id }) => id === preset)?.permissions;
          return (
            <Button
              key={preset}
              kind="outline"
              className="h-8! px-3! text-xs pointer-coarse:h-10!"
              disabled={!rights}
              onClick={() => onChange(new Set(rights?.map(keyOf).filter((key) => assignable.has(key))))}
            >
              {roleLabel(preset)}
            </Button>
          );
        })}
        {chosen.size > 0 && (
          <Button className="h-8! px-3! text-xs text-muted pointer-coarse:h-10!" onClick={() => onChange(new Set())}>
            {t('roles.clear')}
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem}
        </p>
      )}
      {groups.map(({ id, subjects }) => (
        <section key={id} aria-label={t(`roles.group_${id}`)} className="grid gap-3">
          <h3 className="border-b border-line pb-1.5 font-bold">{t(`roles.group_${id}`)}</h3>
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {subjects.map((subject) => {
              const rules = rulesOf(subject, assignable);
              return (
                rules.length > 0 && (
                  <fieldset key={subject} className="min-w-0">
                    <legend className="text-xs font-semibold text-muted">{t(`roles.subject_${subject}`)}</legend>
                    {rules.map(({ key, words }) => (
                      <Checkbox
                        key={key}
                        className="min-h-8! pointer-coarse:min-h-10!"
                        label={words}
                        checked={chosen.has(key)}
                        onChange={(on) => onChange(toggleRight(chosen, key, on))}
                      />
                    ))}
                  </fieldset>
                )
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
