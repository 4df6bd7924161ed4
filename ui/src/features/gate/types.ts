import type { Body } from '~/api/calls';
import type { OpenBox, TargetView, WorkspaceSummary } from '~/api/types';

/** What a visitor has to say before the door opens. */
export type Need = OpenBox['needs'][number];

export type Credentials = Body<'POST download/share-link/{download_id}'> & Body<'POST upload/box/{upload_id}'>;

export const hostName = ({ organization_title: organization, title }: WorkspaceSummary) => organization || title;

/** The whole way to what a link or a box is about; empty when one may not know. */
export const pathOf = ({ path, name }: TargetView) => name && `${path.replace(/\/$/, '')}/${name}`;
