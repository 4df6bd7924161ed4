import { useState } from 'react';
import { t } from '~/i18n';
import { TextField } from '~/kit/field';
import { ActDialog } from '../act-dialog';
import { NumberField } from '../number-field';
import {
  actOnSpace,
  deleteSpace,
  extendSpace,
  limitSpace,
  transferSpace,
  type SpaceAct,
  type WorkspaceDetails,
} from './api';
import { PlanDialog } from './plan-dialog';

export type Asked = SpaceAct | 'limits' | 'choose' | 'extend' | 'transfer' | 'delete';

type Props = { space: WorkspaceDetails; asked: Asked; onClose: () => void };

/** The dialog of an act on a workspace. */
export function SpaceActDialog(props: Props) {
  const { space, asked, onClose } = props;
  switch (asked) {
    case 'limits':
      return <LimitsDialog {...props} />;
    case 'choose':
      return <PlanDialog space={space} onClose={onClose} />;
    case 'extend':
      return <ExtendDialog {...props} />;
    case 'transfer':
      return <TransferDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
    default:
      return (
        <ActDialog
          title={t(`consolePeople.${asked}Title`, { title: space.title })}
          text={<p>{t(`consolePeople.${asked}Text`)}</p>}
          act={t(`consolePeople.${asked}`)}
          done={t(`consolePeople.${asked}Done`)}
          danger={asked === 'freeze'}
          onAct={(reason) => actOnSpace(space.space_id, asked, reason)}
          onClose={onClose}
        />
      );
  }
}

const GIB = 2 ** 30;

function LimitsDialog({ space, onClose }: Props) {
  const [storage, setStorage] = useState(
    space.storage_limit > 0 ? Math.max(1, Math.round(space.storage_limit / GIB)) : 0,
  );
  const [nodes, setNodes] = useState(space.node_limit);
  return (
    <ActDialog
      title={t('consolePeople.limitsTitle', { title: space.title })}
      text={<p>{t(space.plan === 'unlimited' ? 'consolePeople.limitsText' : 'consolePeople.limitsPlanText')}</p>}
      act={t('consolePeople.limits')}
      done={t('consolePeople.limitsDone')}
      ready={storage >= 0 && nodes >= 0}
      onAct={(reason) => limitSpace(space.space_id, { storage: storage * GIB, nodes, reason })}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <NumberField
            label={t('consolePeople.limitStorage')}
            value={storage}
            open={{ value: 0, words: t('console.unlimited') }}
            unit={t('consolePeople.gigabytes')}
            onChange={setStorage}
            error={problems.storage}
          />
          <NumberField
            label={t('consolePeople.limitNodes')}
            value={nodes}
            open={{ value: 0, words: t('console.unlimited') }}
            onChange={setNodes}
            error={problems.nodes}
          />
        </>
      )}
    </ActDialog>
  );
}

function ExtendDialog({ space, onClose }: Props) {
  const [days, setDays] = useState(30);
  return (
    <ActDialog
      title={t('consolePeople.extendTitle', { title: space.title })}
      text={<p>{t('consolePeople.extendText')}</p>}
      act={t('consolePeople.extend')}
      done={t('consolePeople.extendDone')}
      ready={days > 0}
      onAct={(reason) => extendSpace(space.space_id, days, reason)}
      onClose={onClose}
    >
      {(problems) => (
        <NumberField
          label={t('consolePeople.extendDays')}
          value={days}
          unit={t('console.unitDays')}
          onChange={setDays}
          error={problems.days}
        />
      )}
    </ActDialog>
  );
}

function TransferDialog({ space, onClose }: Props) {
  const [email, setEmail] = useState('');
  return (
    <ActDialog
      title={t('consolePeople.transferTitle', { title: space.title })}
      text={<p>{t('consolePeople.transferText', { name: space.owner.name })}</p>}
      act={t('consolePeople.transfer')}
      done={t('consolePeople.transferDone')}
      ready={!!email.trim()}
      onAct={(reason) => transferSpace(space.space_id, email.trim().toLowerCase(), reason)}
      onClose={onClose}
    >
      {(problems) => (
        <TextField
          latin
          dir="ltr"
          type="email"
          label={t('consolePeople.transferEmail')}
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          {...(problems.email && { error: problems.email })}
        />
      )}
    </ActDialog>
  );
}

function DeleteDialog({ space, onClose }: Props) {
  const [title, setTitle] = useState('');
  return (
    <ActDialog
      danger
      title={t('consolePeople.deleteSpaceTitle', { title: space.title })}
      text={<p>{t('consolePeople.deleteSpaceText')}</p>}
      act={t('consolePeople.deleteSpace')}
      done={t('consolePeople.deleteSpaceDone')}
      ready={title.trim() === space.title}
      onAct={(reason) => deleteSpace(space.space_id, title, reason)}
      onClose={onClose}
    >
      {(problems) => (
        <TextField
          label={t('consolePeople.typeTitle', { title: space.title })}
          autoComplete="off"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          {...(problems.title && { error: problems.title })}
        />
      )}
    </ActDialog>
  );
}
