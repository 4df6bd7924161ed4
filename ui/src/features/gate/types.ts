import type { Body } from '~/api/calls';
import type { OpenBox, TargetView, WorkspaceSummary } from '~/api/types';

/** One thing that a visitor has to enter before the link or box opens. */
export type Need = OpenBox['needs'][number];

export type Credentials = Body<'POST download/share-link/{download_id}'> & Body<'POST upload/box/{upload_id}'>;

export const hostName = ({ organization_title: organization, title }: WorkspaceSummary) => organization || title;

/** The whole path of the item of a link or a box; empty when the user may not see it. */
export const pathOf = ({ path, name }: TargetView) => name && `${path.replace(/\/$/, '')}/${name}`;
