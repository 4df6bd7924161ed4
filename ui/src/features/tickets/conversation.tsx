import { Message } from './message';
import type { Reply, Ticket } from './api';

type Props = {
  ticket: Pick<Ticket, 'author' | 'created_at' | 'description' | 'attachments'> & {
    replies: readonly (Reply & { note?: boolean })[];
  };
  /** The reader is staff. */
  forStaff?: boolean;
  label?: string;
};

/** The messages of a ticket, the question first. */
export function Conversation({ ticket, forStaff = false, label }: Props) {
  return (
    <ol aria-label={label}>
      <Message
        forStaff={forStaff}
        author={ticket.author}
        at={ticket.created_at}
        text={ticket.description}
        attachments={ticket.attachments}
      />
      {ticket.replies.map((reply) => (
        <Message
          key={reply.id}
          forStaff={forStaff}
          author={reply.author}
          at={reply.created_at}
          text={reply.text}
          attachments={reply.attachments}
          staff={reply.staff}
          note={reply.note}
          byMail={reply.by_mail}
        />
      ))}
    </ol>
  );
}
