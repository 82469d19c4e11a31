import { ENGLISH_TASK_VERBS } from './english-words.ts';
import { following, leading, opening, type LanguageCues } from './language-cues.ts';

export const adverbs =
  '(?: (?:just|also|all|both|then|now|definitely|certainly|probably|quickly|still|only|gladly|happily|simply|first|actually|personally|instead|so|please|maybe|' +
  'go ahead and|try to|try and|make sure to|make sure (?:that )?(?:we|i)|be sure to|go and|have to|need to|get to))*';
const willWords =
  "'ll| will| shall|'m going to| am going to|'m gonna| am gonna|'re going to| are going to|'re gonna| are gonna| gonna";
const mustWords = " have to| need to| must|'ve got to| have got to| gotta| should|'d better";
export const will = `(?:${willWords})`;
const must = `(?:${mustWords})`;

export const englishTasks = {
  tasks: [
    {
      pattern: leading`i${will}${adverbs}|leave (?:it|that|this) (?:with|to) me to`,
      bearer: 'speaker',
      weight: 2,
    },
    {
      pattern: leading`
      i${must}${adverbs}
      i(?: can|'m happy to| am happy to|'d be happy to| promise to| plan to| volunteer to)${adverbs}
      let me${adverbs}
    `,
      bearer: 'speaker',
      weight: 1.4,
    },
    {
      pattern: leading`
      (?:can|could|will|would) you${adverbs}
      (?:i|we)(?:'d like| would like| want| need|'ll need) you to${adverbs}|would you mind
    `,
      bearer: 'addressee',
      weight: 2,
    },
    { pattern: leading`please`, bearer: 'addressee', weight: 1.6 },
    {
      pattern: leading`you(?:'ll| will|'re going to| need to| have to| should)${adverbs}`,
      bearer: 'addressee',
      weight: 1.5,
    },
    {
      pattern: leading`
      (?:someone|somebody|one of (?:us|you)|anyone|anybody)(?:'s got to| has to| needs to| should| must| will| could)${adverbs}
      (?:who (?:can|will|could|wants to)|who's going to|(?:can|could) (?:someone|somebody|anyone|anybody|one of (?:us|you)))${adverbs}
    `,
      bearer: 'nobody',
      weight: 1.6,
    },
    {
      pattern: leading`
      we(?:${willWords}|${mustWords})${adverbs}|we still (?:have|need) to${adverbs}|let's${adverbs}
    `,
      bearer: 'group',
      weight: 1.1,
    },
  ],
  taskVerbs: new RegExp(`^(?:${ENGLISH_TASK_VERBS})(?![\\p{L}])`, 'iu'),
  noTask: opening`
      not|never|say|see|think|know|guess|admit|hear|begin|explain|skip|assume|imagine|agree|mention|repeat|quote|bet|hope|need|want|like|love|miss
      be (?:honest|back|there|brief|quick|happy|fine|right|able|late|glad|quiet|frank|clear|off|out|away|gone|in|on|here|careful|very|more|the|a|using|doing|having)
      start(?: (?:with|off|by|then|us off|here)|[.!,]|$)|go (?:first|ahead|next|on|through|over|back|into|with)|go(?:[.!,]|$)
      stop (?:here|there|talking|sharing)|tell you|show (?:you|it|this)|share (?:my|the) screen
      have (?:a lot|no|some|enough|plenty|the same|more|less|problems?|questions?|time)|leave (?:now|early|soon|in)|jump (?:in|off|to)|pass(?:[.!,]|$)
      take (?:a (?:look|break|step)|questions|that into|it from|five|ten|care[.!]|your point|some time)|do (?:my best|so|the same)
      get (?:back to (?:this|that|it) (?:in|later)|to (?:that|this|it)|into|started|it|this|that|used|better|worse|more)|come (?:back )?to (?:that|this|it)
      call (?:it|that|this) (?!to)|put (?:it|that|this) (?:this|another|that)|give you (?:an|the|a) (?:example|idea|context|background|overview|quick)
      let (?:you|me|him|her|them)(?! know)|just|understand|remember|forget|feel|find (?:it|that|this)|turn|wait|try(?:[.!,]|$)|talk (?:a bit|about)|discuss
      move on|continue|look at (?:this|that|it)|look (?:like|good|better|bad)|keep (?:it|this) (?:short|brief|quick)|make (?:it|this) (?:short|quick|brief)
      speak (?:up|louder)|read (?:it|this|that|out)|finish (?:my|the|this|that|with)?(?: sentence|thought|point)|become|happen|cost|seem|end|die|lose|win
      depend|consider|suppose|use|ask (?:a|one|you|everyone|whether|why|what|how|about)|correct me|note that|bear|excuse|sit|stand|mute|unmute|scroll|hang|hold on
    `,
  takesOn: opening`
      (?:(?:yes|yeah|sure|ok|okay|right|fine|no problem|of course|absolutely|yep|happy to|alright|great|good)[,.!]? )*(?:i(?:'ll| will| can)(?=[.!,]|$)
      i(?:'ll| will| can|'m happy to| could)(?: \p{L}+)? (?:do|take|handle|own|cover|manage|look into|take care of|pick|sort|deal with|grab) (?:it|that|this|those|them|one|care|up)
      i(?:'ve got| got) (?:it|that|this)|i(?:'m| am) on it|on it|will do|leave (?:it|that) (?:with|to) me|consider it done|mine|that's (?:mine|me|on me)
      i(?:'ll| will) have (?:it|that)|you(?:'ll| will) have it|can do|happy to)
    `,
  minutesAfterName: following` to(?! be )`,
  afterName: following`
      (?:'ll| will| is going to|'s going to| has to| needs to| should| must| shall| is to| can| could|,? (?:can|could|will|would) you|,? please)${adverbs}
      (?:,? you(?:'ll| will| should| need to| have to|'re going to)|,? i(?:'d like| need| want) you to)${adverbs}
    `,
  taskMarker: opening`
      (?:next |another |one |new |first )?action(?: item| point)?s?(?: here)?(?: is| for [\p{L} ]{2,30})?(?::| -|,| is| for| on)
      to-?do(?: for [\p{L} ]{2,30})?(?::| -|,| is| for)|(?:next|follow-up) steps?(?: is|:| are|,)
      (?:your|my|the) (?:homework|task|assignment|action item|action)(?: for [\p{L} ]+)? (?:is|:)
      follow-?up:
    `,
  teamTask: leading`
      (?<team>(?:the |our )?(?:[\p{L}-]+ )?(?:team|department|group|crew|squad|committee)|everyone|everybody|all of (?:you|us)|(?<!(?:the|our|this|that|a|new|old|my|your) )(?:marketing|sales|engineering|legal|finance|support|design|operations|ops|hr|qa|product|procurement|security|management|accounting|compliance|customer success|data science|research|development|infrastructure|devops))(?: will| is going to| are going to| has to| have to| needs to| need to| should| must|,? please)${adverbs}
    `,
  pronounTask: leading`
      (?:he|she|they)(?:'ll| will|'s going to| is going to| are going to| has to| have to| needs to| need to| should| promised to| agreed to| offered to| can)${adverbs}
    `,
  away: /(?:'s| is| was|'ll be| will be| has| couldn't| could not| can't)(?: \p{L}+)? (?:out|away|off|sick|ill|absent|not here|on (?:leave|holiday|vacation)|travell?ing|missing|make it|join)(?![\p{L}])/iu,
} satisfies Partial<LanguageCues>;
