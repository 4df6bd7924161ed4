import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { Listing, TargetView } from '~/api/types';
import { targetName } from '~/page/people/target-name';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Checkbox } from '~/kit/checkbox';
import { FileIcon } from '~/kit/file-icon';
import { fileType, type FileType } from '~/kit/file-type';
import { IconButton } from '~/kit/icon-button';
import { Skeleton } from '~/kit/skeleton';

type Props = {
  spaceId: string;
  root: string;
  chosen: ReadonlySet<string>;
  onToggle: (target: TargetView, on: boolean) => void;
};

/** Files and folders of the shared files to choose from, one folder inside the other. */
export function TargetPicker({ spaceId, root, chosen, onToggle }: Props) {
  const [at, setAt] = useState(root);
  const { data, error, refetch } = useQuery({
    queryKey: keyOf('folders', spaceId, at, 'all'),
    queryFn: ({ signal }) =>
      api.get('storage/space/{space_id}/directory/{directory_id}', {
        path: { space_id: spaceId, directory_id: at },
        query: { sort: 'name:1', limit: 500 },
        signal,
      }),
    enabled: at !== '',
  });
  const parent = data?.path.at(-2);
  const here = data?.path.at(-1)?.name ?? '';
  const things = data && itemsOf(data);
  const whole: TargetView = { target_id: root, target_type: 'folder', name: '', path: '', directory_id: '' };
  return (
    <div className="overflow-hidden rounded-card ring-1 ring-line">
      <div className="flex min-h-11 items-center gap-1 border-b border-line bg-sunken px-2">
        <IconButton label={t('roles.upOne')} disabled={!parent} onClick={() => parent && setAt(parent.directory_id)}>
          <ChevronRight size={18} aria-hidden="true" className="ltr:rotate-180" />
        </IconButton>
        <span className="min-w-0 truncate font-semibold">
          <bdi>{at === root ? t('people.wholeSpace') : here}</bdi>
        </span>
        {at === root && (
          <div className="ms-auto pe-1">
            <Checkbox label={t('roles.everything')} checked={chosen.has(root)} onChange={(on) => onToggle(whole, on)} />
          </div>
        )}
      </div>
      <div className="scroll-thin h-60 overflow-y-auto p-1" aria-busy={!data && !error}>
        {error && (
          <div role="alert" className="grid h-full place-content-center justify-items-center gap-3 text-center">
            <p className="text-danger">{faultText(error)}</p>
            <Button kind="soft" onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </div>
        )}
        {!data && !error && [0, 1, 2, 3].map((row) => <Skeleton key={row} className="m-2 h-7" />)}
        {things?.length === 0 && (
          <p className="grid h-full place-content-center text-center text-muted">{t('roles.emptyFolder')}</p>
        )}
        <ul aria-label={targetName({ name: here })}>
          {things?.map(({ target, type }) => (
            <li
              key={target.target_id}
              className="flex min-h-10 items-center gap-3 rounded-lg px-3 hover:bg-hover pointer-coarse:min-h-11"
            >
              <Checkbox
                hideLabel
                label={t('roles.choose', { name: target.name })}
                checked={chosen.has(target.target_id)}
                onChange={(on) => onToggle(target, on)}
              />
              <FileIcon type={type} />
              <span className="min-w-0 flex-1 truncate text-start">
                <bdi>{target.name}</bdi>
              </span>
              {target.target_type === 'folder' && (
                <IconButton
                  label={t('roles.openFolder', { name: target.name })}
                  onClick={() => setAt(target.target_id)}
                >
                  <ChevronLeft size={17} aria-hidden="true" className="ltr:rotate-180" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

interface PickItem {
  target: TargetView;
  type: FileType;
}

function itemsOf({ directory, directories, files }: Listing): PickItem[] {
  const here = { path: directory.directory_path, directory_id: directory.directory_id };
  return [
    ...directories.map(({ directory_id: id, name }): PickItem => ({
      target: { ...here, target_id: id, target_type: 'folder', name },
      type: 'folder',
    })),
    ...files.map(({ file_id: id, file_name: name, content_type: type }): PickItem => ({
      target: { ...here, target_id: id, target_type: 'file', name },
      type: fileType(name, type),
    })),
  ];
}
