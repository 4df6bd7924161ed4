import { FileStack } from 'lucide-react';
import { faultText } from '~/api/fault';
import { can, permissionsQuery } from '~/api/permissions';
import { queryClient } from '~/api/query';
import type { Permission } from '~/api/types';
import { t } from '~/i18n';
import { toast } from '~/kit/toast';
import { knownTemplates, saveTemplates } from '../operations/templates';
import type { Action, ActionContext } from './action';

const isChosen = ({ place, entries: [entry] }: ActionContext) =>
  entry !== undefined && knownTemplates(place.spaceId)?.folder?.directory_id === entry.id;

/** Makes a shared folder the one whose documents new ones begin with, or no longer. */
export const templatesFolder: Action = {
  id: 'templates-folder',
  label: (context) => t(isChosen(context) ? 'templates.stopUsing' : 'templates.use'),
  Icon: FileStack,
  group: 'change',
  places: ['item'],
  submenu: 'more',
  applies: ({ listKind, place, count, entries: [entry] }) =>
    listKind === 'directory' &&
    count === 1 &&
    entry?.kind === 'directory' &&
    !place.my &&
    !place.viewAs &&
    can(queryClient.getQueryData<Permission[]>(permissionsQuery(place.spaceId).queryKey), 'update', 'workspace'),
  perform: (context) => {
    const [entry] = context.entries;
    if (!entry) return;
    const stop = isChosen(context);
    saveTemplates(context.place.spaceId, stop ? undefined : entry.id).then(
      () =>
        toast({
          kind: 'success',
          title: stop ? t('templates.removed') : t('templates.used', { name: entry.name }),
        }),
      (error: unknown) => toast({ title: faultText(error), kind: 'error' }),
    );
  },
};
