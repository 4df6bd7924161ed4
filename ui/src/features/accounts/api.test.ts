import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryClient } from '~/api/query';
import { spacesQuery } from '~/api/spaces';
import { redeemPromotion } from './api';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());

it('reads the workspaces again after a promotion, as their storage grew', async () => {
  server.use(http.post('/api/users/promotion-code', () => HttpResponse.json({})));
  queryClient.setQueryData(spacesQuery.queryKey, []);
  await redeemPromotion('ABC');
  expect(queryClient.getQueryState(spacesQuery.queryKey)?.isInvalidated).toBe(true);
});
