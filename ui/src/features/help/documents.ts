/** The documents for those who run the server, in the order of reading, with the addresses of their texts. */
export const documents: Readonly<Record<string, { readonly title: string; readonly url: string }>> = {
  administration: {
    title: 'Administration',
    url: new URL('../../../../docs/administration.md', import.meta.url).href,
  },
  configuration: {
    title: 'Configuration',
    url: new URL('../../../../docs/configuration.md', import.meta.url).href,
  },
  sharing: { title: 'Permissions and sharing', url: new URL('../../../../docs/sharing.md', import.meta.url).href },
  devices: { title: 'Devices', url: new URL('../../../../docs/devices.md', import.meta.url).href },
  webdav: { title: 'WebDAV', url: new URL('../../../../docs/webdav.md', import.meta.url).href },
  imports: { title: 'Imports', url: new URL('../../../../docs/imports.md', import.meta.url).href },
  previews: { title: 'Previews', url: new URL('../../../../docs/previews.md', import.meta.url).href },
  security: { title: 'Security', url: new URL('../../../../docs/security.md', import.meta.url).href },
  api: { title: 'API', url: new URL('../../../../docs/api.md', import.meta.url).href },
  editors: { title: 'Editing documents', url: new URL('../../../../docs/editors.md', import.meta.url).href },
};
