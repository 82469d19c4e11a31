import { phrase } from './language-cues.ts';

const day = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const month =
  '(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)';
const ordinal =
  '(?:\\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-\\p{L}+|thirtieth|thirty-first)';
const partOfDay = '(?: (?:morning|afternoon|evening|night|noon|lunch(?:time)?|eod))?';
const unit =
  '(?:minutes?|hours?|days?|business days?|working days?|weeks?|months?|quarters?|sprints?|years?)';
const amount =
  '(?:\\d+|an?|one|two|three|four|five|six|seven|ten|a couple of|a few|the next (?:few|couple of|two|three|\\d+))';
const date = [
  `\\d{4}-\\d{2}-\\d{2}`,
  `${month} (?:the )?${ordinal}(?:,? \\d{4})?(?![\\d%])`,
  `(?:the )?${ordinal} (?:of )?${month}(?:,? \\d{4})?`,
  `\\d{1,2}[./]\\d{1,2}(?:[./]\\d{2,4})?(?! ?%| percent| million| times)`,
].join('|');
const dayExpression = [
  date,
  `(?:the |this |next |coming |following |early |late )*${day}${partOfDay}(?:,? the ${ordinal}|,? ${month} ${ordinal})?(?: at \\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?)?`,
  'tomorrow(?: (?:morning|afternoon|evening|night|noon))?',
  'tonight|today|noon|midnight|midday|lunch(?:time)?|eod|cob|eow|close of business',
  `(?:the |this |next )?(?:end|start|beginning|middle) of (?:the |this |next |business )?(?:day|business|week|month|quarter|year|sprint|${day}|${month})(?: (?:after )?next)?(?: ${day})?`,
  '(?:early |late )?(?:this|next|the coming|the following) (?:week(?:end)?|month|quarter|year|sprint|meeting|time|call|session|stand-?up|sync|review|morning|afternoon|evening|spring|summer|autumn|fall|winter)',
  `(?:mid|early|late)[- ]?${month}`,
].join('|');

/** A deadline as it is said. What only looks like one ("we march on", "one second") has no preposition before it. */
export const ENGLISH_DUE = phrase`
      (?:no later than|not later than|by|before|until|till|due(?: on| by)?|latest by)(?: the)? (?:${dayExpression}|then end of \p{L}+|${month}|q[1-4]|the ${ordinal}|\d{1,2}(?::\d\d)? ?(?:[ap]m|o'clock)|\d{1,2}:\d\d|launch|release|go-live|(?:the|our|your) (?:launch|release|demo|deadline|review|board meeting|go-live|next (?:meeting|one|call|sprint|release)))
      (?:on|for|at|over|during|in) (?:the )?(?:${dayExpression}|weekend|${month})|on the ${ordinal}
      (?:within|in) ${amount} ${unit}(?:'s? time)?
      first thing(?: (?:tomorrow|in the morning|on ${day}|${day}))?(?: morning)?
      (?:later|early|right) (?:today|tomorrow|tonight|this (?:week|month|afternoon)|next (?:week|month))
      tomorrow(?: (?:morning|afternoon|evening|night|noon))?
      tonight|today|this (?:afternoon|evening|morning|week|month|quarter)|next (?:week|month|quarter|meeting|time|sprint)|(?:this|next) ${day}|as soon as possible|asap|right after (?:this|the) (?:call|meeting)|after (?:this|the) (?:call|meeting)|by (?:eod|cob|eow)|end of (?:the )?(?:day|week|month|quarter|year)
    `;
