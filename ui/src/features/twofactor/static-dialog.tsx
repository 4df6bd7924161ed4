import { useState } from 'react';
import { t } from '~/i18n';
import { Dialog } from '~/kit/dialog';
import { SegmentedControl } from '~/kit/segmented-control';
import { newStaticCodes, sendStaticCode, type Method } from './api';
import { MethodCode } from './method-code';
import { words } from './methods';
import { StaticCodes } from './static-codes';

/** Makes new backup codes, after a code of an enabled method. */
export function StaticDialog({ methods, onClose }: { methods: readonly Method[]; onClose: () => void }) {
  const [method, setMethod] = useState<Method>(methods[0] ?? 'totp');
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(codes ? 'twofactor.codesTitle' : 'twofactor.staticNew')}
      description={codes ? undefined : t('twofactor.staticNewText')}
      persistent={codes !== null}
    >
      {codes ? (
        <StaticCodes codes={codes} onDone={onClose} />
      ) : (
        <div className="grid gap-4">
          {methods.length > 1 && (
            <SegmentedControl
              label={t('twofactor.by')}
              value={method}
              onChange={setMethod}
              segments={methods.map((value) => ({ value, label: t(words[value].name) }))}
            />
          )}
          <MethodCode
            key={method}
            method={method}
            submit={t('twofactor.staticMake')}
            send={sendStaticCode}
            onCode={async (code) => setCodes(await newStaticCodes(code))}
          />
        </div>
      )}
    </Dialog>
  );
}
