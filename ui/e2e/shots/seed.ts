import type { World } from '../fixtures';

/** Workspaces with colours of their own, and a few sessions. */
export async function seed({ server, tokens }: World) {
  const spaces = [
    { title: 'Alborz Studio', primary_color: '#7d3fa3', secondary_color: '#e0a030' },
    { title: 'خانوادهٔ رضایی', primary_color: '#b3402e', secondary_color: '#4fb0c6' },
  ];
  for (const { title, ...colours } of spaces) {
    const { space_id } = await server.call<{ space_id: string }>('POST', 'storage/workspace', { title }, tokens.access);
    await server.call('PUT', `storage/workspace/${space_id}/appearance`, colours, tokens.access);
  }
  await server.logIn();
}
