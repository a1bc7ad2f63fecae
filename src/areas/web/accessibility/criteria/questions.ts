/** Kinds of content of which a criterion speaks. */
export const contents = ['media', 'pictures', 'fields', 'links', 'scripts'] as const;
export type Content = (typeof contents)[number];

/** What a person answers about a criterion: yes means that the pages meet it. */
export interface Question {
  question: string;
  /** The criterion does not apply where the pages have none of these. */
  about: readonly Content[];
}

const ask = (question: string, ...about: Content[]): Question => ({ question, about });

/** By number; each asks whether all audited pages meet the criterion. */
export const questions: Readonly<Record<string, Question>> = {
  '1.1.1': ask('Does every image, icon and other non-text content have a text alternative that serves the same purpose, and is decoration hidden from assistive technology?'),
  '1.2.1': ask('Does every recording that is only sound have a transcript, and every silent video a transcript or a sound track?', 'media'),
  '1.2.2': ask('Do all recorded videos with sound have captions that are complete and correct?', 'media'),
  '1.2.3': ask('Does every recorded video have an audio description or a full text alternative?', 'media'),
  '1.2.4': ask('Does all live video with sound have captions?', 'media'),
  '1.2.5': ask('Does every recorded video have an audio description of what only the picture shows?', 'media'),
  '1.3.1': ask('Are headings, lists, tables, labels and groups that can be seen also in the code?'),
  '1.3.2': ask('Does the content make sense in the order in which it stands in the code?'),
  '1.3.3': ask('Do instructions avoid relying on shape, size, position, direction or sound alone?'),
  '1.3.4': ask('Can the pages be used in portrait and in landscape?'),
  '1.3.5': ask('Do all fields about the user say their purpose in the code, such as autocomplete="email"?', 'fields'),
  '1.4.1': ask('Is nothing conveyed by colour alone, such as links within text, errors or states?'),
  '1.4.2': ask('Can sound that starts by itself and lasts longer than three seconds be stopped or turned down?', 'media'),
  '1.4.3': ask('Does all text, also over pictures and gradients, have a contrast of at least 4.5:1, and large text of 3:1?'),
  '1.4.4': ask('Can text be enlarged to 200 % without losing content or function?'),
  '1.4.5': ask('Is text shown as text and not as an image, except in logos and where its look is essential?', 'pictures'),
  '1.4.10': ask('Can the pages be used at a width of 320 pixels without scrolling in two directions?'),
  '1.4.11': ask('Do the parts of controls and graphics that matter have a contrast of at least 3:1 to what is next to them?'),
  '1.4.12': ask('Does nothing get lost when line height is 1.5, letter spacing 0.12 and word spacing 0.16 times the font size, and paragraphs are 2 apart?'),
  '1.4.13': ask('Can content that appears on hover or focus be dismissed and pointed at, and does it stay until it is?'),
  '2.1.1': ask('Can everything be done with the keyboard alone?'),
  '2.1.2': ask('Can the keyboard focus leave every part of the pages?'),
  '2.1.4': ask('Can shortcuts of a single character be turned off, changed, or do they work only while a component has the focus?', 'scripts'),
  '2.2.1': ask('Can time limits be turned off, adjusted or extended?', 'scripts', 'fields'),
  '2.2.2': ask('Can everything that moves, blinks, scrolls or updates by itself be paused, stopped or hidden?'),
  '2.3.1': ask('Does nothing flash more than three times a second?'),
  '2.4.1': ask('Can people skip what repeats on every page, by a skip link, landmarks or headings?'),
  '2.4.2': ask('Do the titles of the pages say what they are about?'),
  '2.4.3': ask('Does the keyboard focus move in an order that keeps meaning, also into and out of dialogs and menus?'),
  '2.4.4': ask('Is the purpose of every link clear from its text or its context?', 'links'),
  '2.4.5': ask('Is there more than one way to find a page, such as search, a site map or navigation?'),
  '2.4.6': ask('Do headings and labels describe what they stand for?'),
  '2.4.7': ask('Can the keyboard focus be seen on every element?'),
  '2.4.11': ask('Does nothing fully cover the element that has the keyboard focus, such as a sticky header or a banner?'),
  '2.5.1': ask('Can everything that uses gestures of several fingers or along a path be done with single taps?', 'scripts'),
  '2.5.2': ask('Do actions happen when the pointer is released, and can they be aborted or undone?', 'scripts'),
  '2.5.3': ask('Does the accessible name of every control contain the words that are shown on it?'),
  '2.5.4': ask('Can everything that is done by moving the device also be done by controls, and can motion be turned off?', 'scripts'),
  '2.5.7': ask('Can everything that is done by dragging also be done without?', 'scripts'),
  '2.5.8': ask('Are targets at least 24 by 24 pixels large, or as far apart?'),
  '3.1.1': ask('Is the language that the pages state the one that they are written in?'),
  '3.1.2': ask('Are parts in another language marked with it?'),
  '3.2.1': ask('Does nothing change unexpectedly when an element gets the focus?'),
  '3.2.2': ask('Does nothing change unexpectedly when the value of a field changes?', 'fields'),
  '3.2.3': ask('Does navigation that repeats stand in the same order on every page?'),
  '3.2.4': ask('Do components with the same function have the same name on every page?'),
  '3.2.6': ask('Does help that repeats, such as contact details or a chat, stand in the same order on every page?'),
  '3.3.1': ask('Do errors of input say in text which field is wrong, and how?', 'fields'),
  '3.3.2': ask('Do all fields have labels or instructions that are sufficient?', 'fields'),
  '3.3.3': ask('Do errors of input suggest a correction where one is known?', 'fields'),
  '3.3.4': ask('Can legal and financial commitments and changes of data be reversed, checked or confirmed?', 'fields'),
  '3.3.7': ask('Does nobody have to enter the same information twice within one process?', 'fields'),
  '3.3.8': ask('Can people sign in without having to remember, transcribe or solve anything?', 'fields'),
  '4.1.2': ask('Do all controls tell assistive technology their name, role, state and value, also when these change?'),
  '4.1.3': ask('Are status messages, such as results or errors, announced without moving the focus?', 'scripts'),
};
