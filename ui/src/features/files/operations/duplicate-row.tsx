import { useRef } from 'react';
import { t } from '~/i18n';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { Select } from '~/kit/select';
import { useWidth } from '~/kit/use-width';
import type { Action, Duplicate } from './calls';
import { actionLabel } from './duplicate-words';
import { commonActions } from './duplicates';

type Props = {
  item: Duplicate;
  /** The item is inside a merged folder. */
  below: boolean;
  action: Action;
  onChange: (action: Action) => void;
};

/** One taken name with the choice of an action. */
export function DuplicateRow({ item, below, action, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <li className="grid items-center gap-2 border-b border-line/60 py-2.5 last:border-0 sm:grid-cols-[1fr_14rem]">
      <div className="flex min-w-0 items-center gap-3">
        <FileIcon type={item.type === 'directory' ? 'folder' : fileType(item.name, '')} />
        <div ref={box} className="min-w-0 flex-1">
          <p className="truncate font-medium">
            <CutName name={item.name} width={width} />
          </p>
          {below && (
            <p className="truncate text-xs text-muted" title={item.path}>
              {item.path
                .split('/')
                .filter(Boolean)
                .map((step, index) => (
                  <span key={index}>
                    {index > 0 && <span className="mx-1">/</span>}
                    <bdi>{step}</bdi>
                  </span>
                ))}
            </p>
          )}
        </div>
      </div>
      <Select
        hideLabel
        label={t('files.clashOf', { name: item.name })}
        value={action}
        options={commonActions([item]).map((value) => ({ value, label: actionLabel(value, [item]) }))}
        onChange={onChange}
      />
    </li>
  );
}
