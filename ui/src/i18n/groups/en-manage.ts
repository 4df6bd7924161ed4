export { access } from '../en/access';
export { activity } from '../en/activity';
export { fields } from '../en/fields';
export { members } from '../en/members';
export { people } from '../en/people';
export { rewind } from '../en/rewind';
export { roles } from '../en/roles';
export { workspaces } from '../en/workspaces';
