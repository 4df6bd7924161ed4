import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { scrimClass } from '~/kit/scrim';
import { Sidebar } from './sidebar';

type Props = { spaceId: string; open: boolean; onClose: () => void };

/** The sidebar over the content, for windows without room beside it. It closes when the user goes somewhere. */
export function Drawer({ spaceId, open, onClose }: Props) {
  const [path] = useLocation();
  const from = useRef(path);
  useEffect(() => {
    if (from.current !== path) onClose();
    from.current = path;
  }, [path, onClose]);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={scrimClass} />
        <Dialog.Popup
          aria-label={t('frame.navigation')}
          className="fixed inset-y-0 start-0 z-50 flex bg-bg shadow-pop outline-none transition duration-180 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full rtl:data-ending-style:translate-x-full rtl:data-starting-style:translate-x-full"
        >
          <Sidebar spaceId={spaceId} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
