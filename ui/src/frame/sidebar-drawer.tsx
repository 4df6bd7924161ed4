import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { t } from '~/i18n';
import { Drawer } from '~/kit/drawer';
import { Sidebar } from './sidebar';

type Props = { spaceId: string; open: boolean; onClose: () => void };

/** The sidebar over the content, for windows without room beside it. It closes when the user goes somewhere. */
export function SidebarDrawer({ spaceId, open, onClose }: Props) {
  const [path] = useLocation();
  const from = useRef(path);
  useEffect(() => {
    if (from.current !== path) onClose();
    from.current = path;
  }, [path, onClose]);
  return (
    <Drawer open={open} onClose={onClose} label={t('frame.navigation')}>
      <Sidebar spaceId={spaceId} />
    </Drawer>
  );
}
