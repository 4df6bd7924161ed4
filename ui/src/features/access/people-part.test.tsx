import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { api } from '~/api/client';
import { queryClient } from '~/api/query';
import { t, withWords } from '~/i18n';
import { PeoplePart } from './people-part';

beforeAll(() => withWords(Promise.resolve(), 'access', 'members', 'people'));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const sara = { _id: '7', name: 'Sara Karimi' };
const guest = (id: string, role: string, person: object | null, email: string, via: object | null = null) => ({
  kind: 'guest',
  name: '',
  role,
  role_id: id,
  link_id: null,
  upload_id: null,
  person,
  email,
  count: 0,
  permissions: [],
  via,
  created_at: null,
  may_revoke: true,
});

it('has one row for a person, with each role and where it comes from', async () => {
  const above = { target_id: '9', target_type: 'folder', name: 'Contracts' };
  vi.spyOn(api, 'get').mockResolvedValue({
    may_share: false,
    prevent_sharing_non_members: false,
    entries: [
      guest('1', 'viewer', sara, 'sara@example.com'),
      guest('2', 'viewer', null, 'waits@example.com'),
      guest('3', 'editor', sara, 'sara@work.example', above),
      guest('4', 'viewer', null, 'other@example.com'),
    ],
  } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <PeoplePart item={{ spaceId: 's', id: 'i', kind: 'file', directoryId: 'd', name: 'a.txt' }} />
    </QueryClientProvider>,
  );
  const rows = (await screen.findAllByRole('listitem')).filter((row) => row.dataset.access === 'guest');
  expect(rows).toHaveLength(3);
  const [both] = rows;
  if (!both) throw new Error('no row');
  expect(within(both).getAllByText('Sara Karimi')).toHaveLength(1);
  for (const text of ['sara@example.com', 'sara@work.example', t('access.direct')])
    expect(within(both).getByText(text)).toBeInTheDocument();
  expect(both).toHaveTextContent('Contracts');
  expect(within(both).getAllByRole('button', { name: t('access.removePerson', { name: 'Sara Karimi' }) })).toHaveLength(
    2,
  );
});
