/** Words and sounds that are heard alike: any member stands for any other of its line. Own list, 2026-11. */
export const homophones: readonly (readonly string[])[] = sets(`
  air heir | ate eight | ball bawl | bare bear | be bee | beach beech | blue blew | board bored | brake break | bread bred | buy by bye | cash cache
  cell sell | cent scent sent | check cheque | choose chews | cite sight site | coarse course | complement compliment | core corps | council counsel
  dear deer | dew due do | die dye | ensure insure | fair fare | find fined | fir fur | flour flower | for four fore | gate gait | great grate
  hair hare | heal heel | hear here | heard herd | hi high | hole whole | hour our | idol idle | key quay | knew new | knight night nite | know no
  lead led | lessen lesson | light lite | loan lone | made maid | mail male | main mane | meat meet | medal metal | one won | pair pear pare
  passed past | peace piece | plain plane | pole poll | poor pour | principal principle | profit prophet | rain reign rein | read reed red
  right rite write | road rode | role roll | root route | sail sale | sea see | seam seem | seas sees seize | serial cereal | shoe shoo | some sum
  son sun | stair stare | stake steak | stationary stationery | steal steel | tail tale | tea tee | team teem | there their | throne thrown
  through thru threw | tide tied | to too two | toe tow | vain vein | wait weight | waist waste | ware wear where | way weigh | week weak | wood would
  your youre | easy ez eazy | quick kwik | please plz | cool kool | express xpress | extra xtra | phone fone
  ph f | ck k | ck c | qu kw | x ks | x cks | z s | ee ea | ee ie | oo u | ou ow | ai ay | ai ei | ei ie | er or | er ar | tion sion | ance ence
  able ible | wh w | kn n | wr r | gh g | sh ch | sch sh | y ie | ey y | i y | c s | c k | j g | th t | ght t | au aw | oa o`);

/** Words as they are misspelt most, right spelling first. Own list, 2026-11. */
export const misspellings: readonly (readonly string[])[] = sets(`
  account acount accont acccount | address adress addres | advice advise | agency agancy | amazing amazeing | apartment appartment | argument arguement
  automatic automattic | available availible avaliable | beautiful beutiful | beginning begining | believe beleive | business buisness bussiness busness
  calendar calender | career carrer | center centre | certificate certficate | choice choise | college colledge | commerce comerce | commission comission
  committee comittee commitee | communication comunication | community comunity | company compnay comapny | computer computor compter | connect conect
  consumer comsumer | control controll | convenient convinient | corporation coporation | credit creddit | customer custumer costumer | data date
  delivery delivry delievery | department departement | develop develope | digital digitial | direct driect | discount discout | education educaton
  electric eletric | electronic electonic | energy energey | engineer enginer | entertainment entertainement | environment enviroment | equipment equiptment
  exchange exhange | exercise excercise | experience experiance | express expres | familiar familar | february febuary | finance finace finanace
  foreign foriegn | forward foward | friend freind | furniture furnature | gallery galery | google gogle | government goverment | grammar grammer
  group gruop | guarantee garantee guarentee | guard gaurd | health heath helth | height heigth | holiday holliday | hospital hosptial | hotel hotell
  independent independant | industry industy | information infomation | insurance insurence | interest intrest | international internatinal internacional
  internet internt | investment investement | jewelry jewellery jewlery | knowledge knowlege | language langauge | library libary | license licence lisense
  maintenance maintainance | management managment | market markat | marketing marketting | medicine medecine | memory memmory | message mesage
  mobile moblie | necessary neccessary | network netwrok | occasion occassion | official offical | online onlin | opportunity oportunity | original orginal
  package pakage | parliament parliment | payment payement | personal personel | pharmacy farmacy | photo foto | possible posible | premium premiun
  professional proffesional profesional | program programme | property propery | protect protct | quality qualtiy | receipt reciept | receive recieve
  recommend recomend reccomend | register regester | rental rentel | research reserch | restaurant restaraunt resturant | rhythm rythm | safety saftey
  schedule shedule | school scool | science sience | search serach | secretary secratary | security secuirty securty | separate seperate | service servise
  shipping shiping | solution soluton | strategy stratagy | store stroe | studio studeo | success sucess succes | support suport | system sytem
  technology tecnology technolgy | tomorrow tommorow tommorrow | travel travle | truly truely | university univeristy | vacation vaction | vacuum vaccum
  verify verifiy | vehicle vehical | website webiste | weird wierd | welcome wellcome`);

/** Numbers in figures and in words, and the words that they are read for. */
export const numerals: readonly (readonly string[])[] = sets(`
  0 zero | 1 one first 1st | 2 two to too second 2nd | 3 three third 3rd | 4 four for fourth 4th | 5 five fifth 5th | 6 six sixth | 7 seven seventh
  8 eight ate eighth | 9 nine ninth | 10 ten | 11 eleven | 12 twelve | 20 twenty | 24 twentyfour | 50 fifty | 100 hundred | 1000 thousand`);

function sets(text: string): string[][] {
  return text.trim().split(/\s*[|\n]\s*/).map(set => set.split(' '));
}
