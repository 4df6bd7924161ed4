import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { SegmentedControl } from '~/kit/segmented-control';
import type { FirstSteps } from './api';
import { Block, LinesToAdd, type Line } from './lines-to-add';

type Way = 'disk' | 's3';
const ways: readonly Way[] = ['disk', 's3'];

type Props = { file: FirstSteps['file']; look: () => Promise<unknown> };

/** Places for copies, and the lines for each: the target is taken when the server starts. */
export function CopiesWays({ file, look }: Props) {
  const [way, setWay] = useState<Way>('disk');
  const [folder, setFolder] = useState('');
  const [bucket, setBucket] = useState('');
  const [endpoint, setEndpoint] = useState('');
  const path = folder.trim() || '/mnt/backup/anbar';
  const lines: Line[] =
    way === 'disk'
      ? [['backup-to', path]]
      : [
          ['backup-to', `s3://${bucket.trim() || 'anbar-backup'}/anbar`],
          ['s3-endpoint', endpoint.trim() || 'https://s3.example.org'],
          ['s3-key', '…'],
          ['s3-secret', '…'],
        ];
  return (
    <div className="grid min-w-0 gap-4">
      <SegmentedControl
        label={t('firstSteps.where')}
        value={way}
        segments={ways.map((one) => ({ value: one, label: t(`firstSteps.where_${one}`) }))}
        onChange={setWay}
      />
      {way === 'disk' ? (
        <div className="max-w-md">
          <TextField
            latin
            label={t('firstSteps.folder')}
            hint={t('firstSteps.folderHint')}
            value={folder}
            placeholder="/mnt/backup/anbar"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
        </div>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <TextField
            latin
            label={t('firstSteps.bucket')}
            hint={t('firstSteps.keysHint')}
            value={bucket}
            placeholder="anbar-backup"
            autoComplete="off"
            onChange={(event) => setBucket(event.currentTarget.value)}
          />
          <TextField
            latin
            label={t('firstSteps.endpoint')}
            value={endpoint}
            placeholder="https://s3.example.org"
            autoComplete="off"
            onChange={(event) => setEndpoint(event.currentTarget.value)}
          />
        </div>
      )}
      {way === 'disk' && file.service && <Block text={unitCommands(path)} label={t('firstSteps.unitText')} />}
      <LinesToAdd file={file} look={look} lines={lines} />
    </div>
  );
}

/** Lets the service of the packages write into a folder. */
function unitCommands(path: string): string {
  const word = /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  return [
    `sudo install -d -o anbar -g anbar ${word}`,
    'sudo mkdir -p /etc/systemd/system/anbar.service.d',
    `printf '[Service]\\nReadWritePaths=%s\\n' ${word} | sudo tee /etc/systemd/system/anbar.service.d/backup.conf`,
    'sudo systemctl daemon-reload',
  ].join('\n');
}
