import { Building2, Fingerprint, KeyRound, Lock } from 'lucide-react';
import type { Added } from '~/api/types';
import { useProviders } from '~/features/providers/api';
import { t } from '~/i18n';
import { fullDate } from '~/i18n/format';
import { Checkbox } from '~/kit/checkbox';
import { RelativeTime } from '~/page/dates/relative-time';
import { methodInfo } from './method-list';
import type { Method } from './step';

const keyOf = ({ kind, id }: Pick<Added, 'kind' | 'id'>) => `${kind} ${id}`;

const icons = { api_token: KeyRound, passkey: Fingerprint, provider: Building2 };
const words = { api_token: 'signin.addedToken', passkey: 'signin.addedPasskey' } as const;

/** The name of one addition. */
function nameOf({ kind, id, name }: Added, providers: ReadonlyMap<string, string>): string {
  if (kind === 'second_step') return t('signin.addedStep', { name: t(`signin.${methodInfo[id as Method].name}`) });
  if (kind === 'provider') return t('signin.addedProvider', { name: providers.get(id) ?? id });
  return t(words[kind], { name });
}

type Props = { added: Added[]; chosen: Added[]; onChange: (chosen: Added[]) => void };

/** Recent additions to the account that stay valid: an intruder may have left them there. */
export function RecentAdditions({ added, chosen, onChange }: Props) {
  const { data = [] } = useProviders();
  const providers = new Map(data.map(({ id, title }) => [id, title]));
  const isChosen = (one: Added) => chosen.some((other) => keyOf(other) === keyOf(one));
  const toggle = (one: Added, on: boolean) =>
    onChange(on ? [...chosen, one] : chosen.filter((other) => keyOf(other) !== keyOf(one)));
  return (
    <fieldset className="min-w-0 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{t('signin.addedTitle')}</legend>
      <p className="text-sm text-pretty text-muted">{t('signin.addedText')}</p>
      <ul className="mt-2 grid">
        {added.map((one) => (
          <li key={keyOf(one)} className="border-t border-line py-2 first:border-t-0">
            <Row one={one} name={nameOf(one, providers)} checked={isChosen(one)} onChange={(on) => toggle(one, on)} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

type RowProps = { one: Added; name: string; checked: boolean; onChange: (checked: boolean) => void };

function Row({ one, name, checked, onChange }: RowProps) {
  const Icon = one.kind === 'second_step' ? methodInfo[one.id as Method].Icon : icons[one.kind];
  const facts = (
    <>
      <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="grid min-w-0 flex-1">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-xs text-muted">
          {one.name && (one.kind === 'provider' || one.kind === 'second_step') && (
            <>
              <bdi>{one.name}</bdi>
              {' · '}
            </>
          )}
          <time dateTime={one.created_at} title={fullDate(one.created_at)}>
            <RelativeTime at={one.created_at} />
          </time>
        </span>
        {!one.can_end && <span className="mt-1 text-xs text-pretty text-muted">{t('signin.addedStays')}</span>}
      </span>
    </>
  );
  if (!one.can_end) {
    return (
      <div className="flex min-h-12 items-center gap-3">
        <Lock size={20} aria-hidden="true" className="shrink-0 text-muted" />
        {facts}
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the checkbox is inside
    <label className="flex min-h-12 items-center gap-3">
      <Checkbox hideLabel label={t('signin.addedRemove', { name })} checked={checked} onChange={onChange} />
      {facts}
    </label>
  );
}
