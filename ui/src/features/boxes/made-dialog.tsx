import { Check, Copy } from 'lucide-react';
import { AddressCard } from '~/features/gate/address-card';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { Dialog } from '~/kit/dialog';
import { useCopied } from '~/kit/use-copied';
import type { Box } from '~/api/types';

type Props = { box: Box; title: string; password?: string; onClose: () => void };

/** The address of a box and its code, to be handed on. */
export function MadeDialog({ box, title, password, onClose }: Props) {
  const [copied, copy] = useCopied();
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={<bdi className="wrap-anywhere">{box.title}</bdi>}
      footer={
        <>
          <Button kind="outline" onClick={onClose}>
            {t('gate.done')}
          </Button>
          <Button
            kind="solid"
            icon={copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
            onClick={() => copy(box.url)}
          >
            {t(copied ? 'gate.copied' : 'gate.copyAddress')}
          </Button>
        </>
      }
    >
      <AddressCard url={box.url} title={box.title}>
        <CopyField
          label={t('boxes.code')}
          value={box.upload_id}
          copyLabel={t('boxes.copyCode')}
          copiedLabel={t('gate.copied')}
        />
        {password && (
          <CopyField
            label={t('gate.passwordText')}
            value={password}
            copyLabel={t('gate.copyPassword')}
            copiedLabel={t('gate.copied')}
          />
        )}
      </AddressCard>
    </Dialog>
  );
}
