import type { ReactNode } from 'react';
import { t } from '~/i18n';

const reasons = [
  'earlier_version',
  'not_editable',
  'permission_denied',
  'document_macros',
  'document_signed',
  'document_protected',
  'document_locked',
  'document_too_large',
  'document_unsupported',
  'document_unreadable',
] as const;

export const reasonText = (reason: string) => t(`editors.reason_${reasons.find((one) => one === reason) ?? 'other'}`);

type BarProps = { text: string; more?: string; tone?: 'warning' | 'danger'; alert?: boolean; children?: ReactNode };

/** Something about the document, under its name. */
export function Bar({ text, more, tone = 'warning', alert, children }: BarProps) {
  return (
    <div
      role={alert ? 'alert' : 'status'}
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2 sm:px-5 ${tone === 'danger' ? 'bg-danger-soft' : 'bg-warning-soft'}`}
    >
      <div className="min-w-48 flex-1 text-pretty">
        <p className="font-semibold">{text}</p>
        {more && <p className="text-xs text-muted">{more}</p>}
      </div>
      {children}
    </div>
  );
}
