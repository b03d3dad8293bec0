// Depth of field: spreads each point over a circle of the size in its alpha, in units of the image.
uniform sampler2D uPicture;
out vec4 out0;

void main() {
  vec2 at = gl_FragCoord.xy / uSize, unit = vec2(uSize.y / uSize.x, 1.) * .5;
  vec4 here = texture(uPicture, at);
  float turn = rnd(gl_FragCoord.xy, 31.).x * 6.283;
  vec3 sum = here.rgb * here.rgb;
  float weight = 1.;
  const int POINTS = 56;
  for (int i = 1; i <= POINTS; i++) {
    float far = sqrt(float(i) / float(POINTS)) * here.a, a = turn + float(i) * 2.39996;
    vec4 other = texture(uPicture, at + vec2(cos(a), sin(a)) * far * unit);
    // A sharp neighbour does not spill over a soft one.
    float g = smoothstep(far * .6, far, other.a) + .02;
    sum += g * other.rgb * other.rgb;
    weight += g;
  }
  out0 = vec4(sqrt(sum / weight) + (rnd(gl_FragCoord.xy, 9.).x - .5) / 110., 1.);
}
