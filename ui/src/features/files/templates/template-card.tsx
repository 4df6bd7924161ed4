import { Handshake, Mail, ReceiptText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EditorTemplate } from '~/api/types';
import { t } from '~/i18n';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { useThumbnail } from '../listing/thumbnails';
import type { ReadyTemplate } from '../operations/templates';
import { Picture } from '../view/grid-cell';

const WIDTH = 200;
/** Of the name in it: the card without its icon. */
const ROOM = 140;

type RadioProps = {
  /** The name of the radio buttons. */
  group: string;
  checked: boolean;
  onChoose: () => void;
  onMake: () => void;
};

type CardProps = RadioProps & { id: string; name: string; className: string; children: ReactNode };

/** A template as a radio button. A double click begins with it at once. */
function Card({ id, name, group, checked, onChoose, onMake, className, children }: CardProps) {
  return (
    <label
      title={name}
      className={cx(
        'relative flex min-w-0 cursor-pointer rounded-card bg-surface ring-1 ring-line select-none hover:shadow-card has-checked:bg-brand-soft has-checked:ring-2 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        className,
      )}
    >
      <input
        type="radio"
        onDoubleClick={onMake}
        className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
        name={group}
        value={id}
        checked={checked}
        onChange={onChoose}
        aria-label={name}
      />
      {children}
    </label>
  );
}

type Props = RadioProps & { spaceId: string; template: EditorTemplate };

/** A document of the workspace, with its picture. */
export function TemplateCard({ spaceId, template, ...radio }: Props) {
  const { file_id: id, file_name: name } = template;
  const type = fileType(name, template.content_type);
  const its = { id, versionId: template.version_id, hasThumbnail: template.has_thumbnail, type };
  const url = useThumbnail(spaceId, its, WIDTH);
  return (
    <Card id={id} name={name} className="h-40 flex-col" {...radio}>
      <Picture url={url} type={type} selected={radio.checked} />
      <span className="flex h-12 shrink-0 items-center gap-2 px-3" aria-hidden="true">
        {url && <FileIcon type={type} className="size-6" />}
        <span className="min-w-0 flex-1 truncate text-start text-[13px] font-medium">
          <CutName name={name} width={ROOM} size={13} />
        </span>
      </span>
    </Card>
  );
}

const ICONS = { letter: Mail, minutes: Users, contract: Handshake, invoice: ReceiptText };

/** A template that comes with the program. */
export function ReadyCard({ template, ...radio }: RadioProps & { template: ReadyTemplate }) {
  const Icon = ICONS[template];
  const name = t(`templates.${template}`);
  return (
    <Card id={template} name={name} className="h-16 items-center gap-3 px-4" {...radio}>
      <Icon size={22} className="shrink-0 text-brand" aria-hidden="true" />
      <span className="min-w-0 truncate text-[13px] font-medium" aria-hidden="true">
        {name}
      </span>
    </Card>
  );
}
