import { useState, type FormEvent } from 'react';
import { keyText } from '~/api/fault';
import type { ConnectedDevice } from '~/api/types';
import { useAttempt } from '~/page/codes/use-attempt';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyBlock } from '~/kit/copy-block';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { SegmentedControl } from '~/kit/segmented-control';
import { systems, type System } from '~/kit/systems';
import { connectDrive } from './api';

/** Makes the password of a drive, and shows it once. */
export function DriveDialog({ system, onClose }: { system: System; onClose: () => void }) {
  const [made, setMade] = useState<ConnectedDevice | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(made ? 'devices.madeTitle' : 'devices.newPassword')}
      description={made ? undefined : t('devices.newPasswordText')}
      width="md"
      // The password is shown only once, so a click beside the dialog must not close it.
      persistent={made !== null}
    >
      {made ? (
        <NewPassword device={made} onDone={onClose} />
      ) : (
        <Form system={system} onMade={setMade} onClose={onClose} />
      )}
    </Dialog>
  );
}

type FormProps = { system: System; onMade: (device: ConnectedDevice) => void; onClose: () => void };

function Form({ system, onMade, onClose }: FormProps) {
  const label = systems.find((one) => one.system === system)?.label ?? '';
  const [name, setName] = useState(() => t('devices.driveOn', { system: label }));
  const [wrong, setWrong] = useState<string | undefined>();
  const [mayWrite, setMayWrite] = useState(true);
  const { busy, problem, attempt } = useAttempt();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setWrong(name.trim() ? undefined : keyText('required'));
    if (name.trim()) await attempt(async () => onMade(await connectDrive({ name: name.trim(), may_write: mayWrite })));
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('devices.name')}
        hint={t('devices.nameHint')}
        maxLength={100}
        autoComplete="off"
        value={name}
        error={wrong}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setWrong(undefined);
        }}
      />
      <SegmentedControl
        label={t('devices.may')}
        value={mayWrite ? 'write' : 'read'}
        onChange={(value) => setMayWrite(value === 'write')}
        segments={[
          { value: 'write', label: t('devices.readsAndWrites') },
          { value: 'read', label: t('devices.reads') },
        ]}
      />
      {problem && <Notice tone="danger">{problem}</Notice>}
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" kind="solid" busy={busy}>
          {t('devices.create')}
        </Button>
      </div>
    </form>
  );
}

function NewPassword({ device, onDone }: { device: ConnectedDevice; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('devices.once')}</Notice>
      <CopyField
        label={t('devices.user')}
        value={device.login ?? ''}
        copyLabel={t('devices.copyUser')}
        copiedLabel={t('devices.copied')}
      />
      <CopyBlock
        primary
        label={t('devices.password')}
        value={device.token ?? ''}
        copyLabel={t('devices.copyPassword')}
        copiedLabel={t('devices.copied')}
      />
      <Button kind="outline" className="h-11 w-full" onClick={onDone}>
        {t('devices.kept')}
      </Button>
    </div>
  );
}
