export { access } from '../fa/access';
export { activity } from '../fa/activity';
export { fields } from '../fa/fields';
export { members } from '../fa/members';
export { people } from '../fa/people';
export { rewind } from '../fa/rewind';
export { roles } from '../fa/roles';
export { workspaces } from '../fa/workspaces';
