// with: tenderloin-roast striploin-steak
// ground: oak
// focus: -.26 .46 .055
// Cut to order at a block: the knife beside a roast, a steak already off.
void cut(vec2 p, inout Spot s) {
  PLACE(tenderloin_roast, vec2(.10, .36), .06, .72)
  PLACE(striploin_steak, vec2(-.80, -.32), .10, .40)
  knife(rot(-.08) * (p - vec2(.30, -.68)), s, 1340.);
  bowl(p - vec2(-1.02, .66), s, .22, 1350.);
  seasoned(p, s, vec2(-.5, -.4), .5, .8, 1360.);
}
