import type { Meeting, MeetingChanges } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, eq } from '../drizzle.ts';
import { meetings } from '../schema/meetings.ts';
import { renameLabels } from '../speaker-naming.ts';
import { findMeeting } from './meetings.ts';

/**
 * Gives a meeting another title, its speakers other names. The lines and the summaries stay as they were stored: names are
 * kept beside them and put in when they are read. Undefined when the workspace has no such meeting.
 *
 * @throws UnknownSpeakerError, AmbiguousSpeakerError, ConflictingSpeakerNamesError; nothing was changed then
 */
export async function changeMeeting(
  db: Database,
  workspaceId: string,
  meetingId: string,
  { title, speakers, speakersBy: by }: MeetingChanges,
): Promise<Meeting | undefined> {
  const one = and(eq(meetings.workspaceId, workspaceId), eq(meetings.id, meetingId));
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ title: meetings.title, speakers: meetings.speakers, speakerNames: meetings.speakerNames })
      .from(meetings)
      .where(one)
      // The names are worked out from those that are stored: two changes at once come one after the other.
      .for('no key update');
    if (!found) return;
    const speakerNames = speakers
      ? renameLabels(found.speakerNames, found.speakers, { speakers, by })
      : found.speakerNames;
    await tx
      .update(meetings)
      .set({ title: title ?? found.title, speakerNames })
      .where(one);
  });
  return findMeeting(db, workspaceId, meetingId);
}
