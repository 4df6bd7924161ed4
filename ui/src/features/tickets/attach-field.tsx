import { Film, Image, Paperclip, X } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { Button } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { Progress } from '~/kit/progress';
import { MOST, types, type Attachments, type Sending } from './use-attachments';

const noteClass = 'min-w-0 flex-1 text-xs max-sm:order-last max-sm:basis-full';

/** The chosen files with their progress, and the button that chooses; the buttons of the form stand in the same row. */
export function AttachField({ attachments, children }: { attachments: Attachments; children?: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const note = useId();
  const { all, problem } = attachments;
  return (
    <div className="grid gap-3">
      {all.length > 0 && (
        <ul aria-label={t('tickets.attachments')} className="flex flex-wrap gap-2">
          {all.map((one) => (
            <ChosenFile key={one.key} one={one} onRemove={() => attachments.remove(one)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          ref={input}
          type="file"
          multiple
          tabIndex={-1}
          accept={types.join(',')}
          aria-label={t('tickets.attachments')}
          className="sr-only"
          onChange={({ currentTarget }) => {
            attachments.add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <Button
          kind="outline"
          aria-describedby={note}
          disabled={all.length >= MOST}
          icon={<Paperclip size={17} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('tickets.attach')}
        </Button>
        <p
          id={note}
          role={problem ? 'alert' : undefined}
          className={problem ? `${noteClass} text-danger` : `${noteClass} text-muted`}
        >
          {problem || t('tickets.attachHint')}
        </p>
        {children}
      </div>
    </div>
  );
}

function ChosenFile({ one, onRemove }: { one: Sending; onRemove: () => void }) {
  const { file, share, id } = one;
  const Icon = file.type === 'video/mp4' ? Film : Image;
  return (
    <li className="relative flex max-w-full items-center gap-2 overflow-hidden rounded-control border border-line bg-surface ps-3">
      <Icon size={17} aria-hidden="true" className="shrink-0 text-muted" />
      <span className="max-w-44 truncate text-sm">
        <bdi>{file.name}</bdi>
      </span>
      <span className="shrink-0 text-xs text-muted">{size(file.size)}</span>
      <IconButton label={t('tickets.removeFile', { name: file.name })} onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </IconButton>
      {!id && (
        <Progress
          label={t('tickets.sending', { name: file.name })}
          value={share}
          className="absolute! inset-x-0 bottom-0"
        />
      )}
    </li>
  );
}
