import { t } from '~/i18n';
import { FileIcon } from '~/kit/file-icon';
import type { FileType } from '~/kit/file-type';
import { TYPES, type TypeName } from './filters';

/** The icon of each kind. */
const iconOf: Record<TypeName, FileType> = {
  directory: 'folder',
  image: 'image',
  video: 'video',
  audio: 'audio',
  pdf: 'pdf',
  document: 'document',
  spreadsheet: 'sheet',
  presentation: 'slides',
  archive: 'archive',
  code: 'code',
  text: 'text',
  other: 'other',
};

type Props = { value: readonly TypeName[]; onChange: (types: TypeName[]) => void };

/** Any number of kinds. */
export function TypeFields({ value, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('search.types')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {TYPES.map((type) => (
          <label
            key={type}
            className="flex h-9 cursor-pointer items-center gap-2 rounded-full border border-line ps-1.5 pe-3 transition select-none hover:bg-hover has-checked:border-brand has-checked:bg-brand-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-brand pointer-coarse:h-11"
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={value.includes(type)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, type] : value.filter((known) => known !== type))
              }
            />
            <FileIcon type={iconOf[type]} className="size-6! rounded-full!" />
            {t(`search.${type}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
