import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { SegmentedControl } from '~/kit/segmented-control';
import type { FirstSteps } from './api';
import { Block, LinesToAdd, type Line } from './lines-to-add';

type Way = 'disk' | 's3' | 'ssh';
const ways: readonly Way[] = ['disk', 's3', 'ssh'];

type Props = { file: FirstSteps['file']; look: () => Promise<unknown> };

/** Places for copies, and the lines for each: the target is taken when the server starts. */
export function CopiesWays({ file, look }: Props) {
  const [way, setWay] = useState<Way>('disk');
  const [folder, setFolder] = useState('');
  const [bucket, setBucket] = useState('');
  const [endpoint, setEndpoint] = useState('');
  const [account, setAccount] = useState('');
  const path = folder.trim() || '/mnt/backup/anbar';
  const server = `sftp://${account.trim() || 'anbar@backup.example.org'}/${(folder.trim() || '~/anbar').replace(/^\/+/, '')}`;
  const lines: Record<Way, Line[]> = {
    disk: [['backup-to', path]],
    s3: [
      ['backup-to', `s3://${bucket.trim() || 'anbar-backup'}/anbar`],
      ['s3-endpoint', endpoint.trim() || 'https://s3.example.org'],
      ['s3-key', '…'],
      ['s3-secret', '…'],
    ],
    ssh: [['backup-to', server]],
  };
  return (
    <div className="grid min-w-0 gap-4">
      <SegmentedControl
        label={t('firstSteps.where')}
        value={way}
        segments={ways.map((one) => ({ value: one, label: t(`firstSteps.where_${one}`) }))}
        onChange={setWay}
      />
      {way === 'disk' && (
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
      )}
      {way === 's3' && (
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
      {way === 'ssh' && (
        <div className="grid gap-4 sm:grid-cols-2 sm:items-start">
          <TextField
            latin
            label={t('firstSteps.account')}
            hint={t('firstSteps.accountHint')}
            value={account}
            placeholder="anbar@backup.example.org"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
          <TextField
            latin
            label={t('firstSteps.folder')}
            value={folder}
            placeholder="~/anbar"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
        </div>
      )}
      {way === 'disk' && file.service && <Block text={unitCommands(path)} label={t('firstSteps.unitText')} />}
      {way === 'ssh' && (
        <>
          <Block text={anbar(file, 'backup key')} label={t('firstSteps.keyText')} />
          <Block text={anbar(file, `backup trust ${toWord(server)}`)} label={t('firstSteps.trustText')} />
        </>
      )}
      <LinesToAdd file={file} look={look} lines={lines[way]} />
    </div>
  );
}

/** As one word of a shell. */
const toWord = (text: string) =>
  /^[\w@%+=:,./][\w@%+=:,./~-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** A command of the program that uses the data of this server, as the account that owns them. */
function anbar(file: FirstSteps['file'], command: string): string {
  const config = file.path ? ` --config ${toWord(file.path)}` : '';
  return `${file.service ? 'sudo -u anbar ' : ''}anbar ${command}${config}`;
}

/** Lets the service of the packages write into a folder. */
function unitCommands(path: string): string {
  const word = toWord(path);
  return [
    `sudo install -d -o anbar -g anbar ${word}`,
    'sudo mkdir -p /etc/systemd/system/anbar.service.d',
    `printf '[Service]\\nReadWritePaths=%s\\n' ${word} | sudo tee /etc/systemd/system/anbar.service.d/backup.conf`,
    'sudo systemctl daemon-reload',
  ].join('\n');
}
