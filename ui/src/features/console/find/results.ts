import { useQuery } from '@tanstack/react-query';
import {
  Box,
  Building2,
  FileText,
  Folder,
  Link2,
  Receipt,
  ScrollText,
  Ticket,
  TicketPercent,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { api } from '~/api/client';
import { keyOf } from '~/api/keys';
import type { AdminResult } from '~/api/types.gen';
import { t } from '~/i18n';
import { size } from '~/i18n/format';

export const icons: Record<AdminResult['kind'], LucideIcon> = {
  person: UserRound,
  workspace: Building2,
  file: FileText,
  directory: Folder,
  link: Link2,
  box: Box,
  invoice: Receipt,
  ticket: Ticket,
  discount: TicketPercent,
  event: ScrollText,
};

/** Where a result leads: contents have no page of their own here, but their workspace does. */
export function hrefOf({ kind, id, space_id: space, title }: AdminResult): string {
  switch (kind) {
    case 'person':
      return `/admin/people?person=${id}`;
    case 'workspace':
      return `/admin/workspaces?workspace=${id}`;
    case 'invoice':
      return `/admin/payments?query=${encodeURIComponent(title)}`;
    case 'ticket':
      return `/admin/tickets?ticket=${id}`;
    case 'discount':
      return '/admin/discounts';
    case 'event':
      return `/admin/audit?event=${id}`;
    default:
      return `/admin/workspaces?workspace=${space ?? ''}`;
  }
}

const placeWords = (place: AdminResult['place']) => (place ? t(`consolePeople.place_${place}`) : '');

/** What else is known of a result: whose it is, where it lies. */
export function partsOf(result: AdminResult): string[] {
  const parts =
    result.kind === 'person'
      ? [result.email]
      : result.kind === 'workspace'
        ? [result.owner, size(result.size ?? 0)]
        : [result.space_title, placeWords(result.place), result.size ? size(result.size) : '', result.owner];
  return parts.filter((part): part is string => !!part);
}

/** Its name; its id where it has none. */
export const titleOf = ({ kind, id, title }: AdminResult): string =>
  kind === 'event' ? t('consolePeople.eventNumber', { n: id }) : title || id;

/** What the console finds by a text of two letters and more, or by an id or number. */
export const useFound = (text: string, enabled = true) =>
  useQuery({
    queryKey: keyOf('console-search', text),
    queryFn: ({ signal }) => api.get('admin/search', { query: { q: text }, signal }),
    enabled: enabled && text.length > 1,
    staleTime: 5000,
  });
