import { FileText, Folder, Warehouse, X } from 'lucide-react';
import type { TargetView } from '~/api/types';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { targetName } from '~/page/people/target-name';
import { TargetPicker } from './target-picker';

type Props = {
  spaceId: string;
  root: string;
  targets: readonly TargetView[];
  onChange: (targets: TargetView[]) => void;
};

/** Where a role counts: in chosen files and folders, or everywhere. */
export function TargetsField({ spaceId, root, targets, onChange }: Props) {
  const remove = (id: string) => onChange(targets.filter(({ target_id: known }) => known !== id));
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted">{t('roles.targetsHint')}</p>
      {targets.length > 0 && (
        <ul aria-label={t('roles.where')} className="grid gap-1">
          {targets.map((target) => {
            const Icon = target.target_id === root ? Warehouse : target.target_type === 'folder' ? Folder : FileText;
            return (
              <li key={target.target_id} className="flex items-center gap-3 rounded-lg bg-sunken ps-3">
                <Icon size={17} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="grid min-w-0 flex-1 py-1.5 text-start">
                  <span className="truncate font-medium">
                    <bdi>{targetName(target)}</bdi>
                  </span>
                  {target.path && target.path !== '/' && (
                    <span className="truncate text-xs text-muted">
                      <bdi>{target.path}</bdi>
                    </span>
                  )}
                </span>
                <IconButton
                  label={t('roles.removeTarget', { name: targetName(target) })}
                  onClick={() => remove(target.target_id)}
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      <TargetPicker
        spaceId={spaceId}
        root={root}
        chosen={new Set(targets.map(({ target_id: id }) => id))}
        onToggle={(target, on) => (on ? onChange([...targets, target]) : remove(target.target_id))}
      />
    </div>
  );
}
