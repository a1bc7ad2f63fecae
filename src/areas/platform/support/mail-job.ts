import { z } from 'zod';
import { defineJob } from '../../job.ts';

/** Sends a message of a thread to those on the other side. */
export const mailMessage = defineJob('supportMail', z.object({ messageId: z.string() }));
/** Sends it to one of them; the name of the job stands for the e-mail, however often it is tried. */
export const mailPerson = defineJob('supportMailPerson', z.object({ messageId: z.string(), personId: z.string() }));
