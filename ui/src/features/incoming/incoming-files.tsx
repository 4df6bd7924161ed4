import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';

/** The names and sizes of the files, as the other app gave them. */
export function IncomingFiles({ files }: { files: readonly File[] }) {
  return (
    <ul
      aria-label={t('incoming.files')}
      className="scroll-thin max-h-56 divide-y divide-line overflow-y-auto rounded-card border border-line bg-surface"
    >
      {files.map((file, index) => (
        // Two files can have the same name.
        <li key={`${index} ${file.name}`} className="flex min-h-11 items-center gap-3 px-3 py-1.5">
          <FileIcon type={fileType(file.name, file.type)} />
          <span className="min-w-0 flex-1 truncate font-medium">
            <bdi>{file.name}</bdi>
          </span>
          <span className="shrink-0 text-xs text-muted">{size(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
