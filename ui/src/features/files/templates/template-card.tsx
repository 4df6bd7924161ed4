import type { EditorTemplate } from '~/api/types';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { useThumbnail } from '../listing/thumbnails';
import { Picture } from '../view/grid-cell';

const WIDTH = 200;
/** Of the name in it: the card without its icon. */
const ROOM = 140;

type Props = {
  spaceId: string;
  template: EditorTemplate;
  /** The name of the radio buttons. */
  group: string;
  checked: boolean;
  onChoose: () => void;
  onMake: () => void;
};

/** A template as a radio button with its picture. A double click begins with it at once. */
export function TemplateCard({ spaceId, template, group, checked, onChoose, onMake }: Props) {
  const { file_id: id, file_name: name } = template;
  const type = fileType(name, template.content_type);
  const its = { id, versionId: template.version_id, hasThumbnail: template.has_thumbnail, type };
  const url = useThumbnail(spaceId, its, WIDTH);
  return (
    <label
      title={name}
      className="relative flex h-40 min-w-0 cursor-pointer flex-col rounded-card bg-surface ring-1 ring-line select-none hover:shadow-card has-checked:bg-brand-soft has-checked:ring-2 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
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
      <Picture url={url} type={type} selected={checked} />
      <span className="flex h-12 shrink-0 items-center gap-2 px-3" aria-hidden="true">
        {url && <FileIcon type={type} className="size-6" />}
        <span className="min-w-0 flex-1 truncate text-start text-[13px] font-medium">
          <CutName name={name} width={ROOM} size={13} />
        </span>
      </span>
    </label>
  );
}
