import { CalendarClock, FileCheck, Scale, ShieldCheck, Trash2, type LucideIcon } from 'lucide-react';
import type { OpenBox } from '~/api/types';
import { num, t } from '~/i18n';
import { dateTime, size } from '~/i18n/format';
import { isGroup } from './kinds';

/** The rules of a box for visitors: allowed files, its end, and how long files are kept. */
export function Rules({ box }: { box: OpenBox }) {
  const { max_file_size: max, allowed_file_types: types, retention } = box;
  const list = types.map((type) => (isGroup(type) ? t(`boxes.${type}`) : type)).join(t('publicbox.comma'));
  return (
    <ul className="grid gap-2 text-xs text-muted">
      <Rule Icon={CalendarClock}>{t('publicbox.openUntil', { when: dateTime(box.expire_at) })}</Rule>
      {types.length > 0 && <Rule Icon={FileCheck}>{t('publicbox.types', { types: list })}</Rule>}
      {max ? <Rule Icon={Scale}>{t('publicbox.maxSize', { size: size(max) })}</Rule> : null}
      {retention && (
        <Rule Icon={Trash2}>
          {t('publicbox.retention', { length: `${num(retention.value)} ${t(`gate.${retention.unit}`)}` })}
        </Rule>
      )}
      <Rule Icon={ShieldCheck}>{t('publicbox.unseen')}</Rule>
    </ul>
  );
}

function Rule({ Icon, children }: { Icon: LucideIcon; children: string }) {
  return (
    <li className="flex gap-2">
      <Icon size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0 text-pretty wrap-anywhere">{children}</span>
    </li>
  );
}
