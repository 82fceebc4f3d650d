// A method that is too large for the JIT (over 8,000 bytes), with three hundred fields and as many branches: what it
// computes must stay the same. Written by a loop; nothing to read here.
// variant: default
// variant: consistency options="--checks object-consistency"
public class LargeMethodOk {
    private int f0 = 0;
    private int f1 = 1;
    private int f2 = 2;
    private int f3 = 3;
    private int f4 = 4;
    private int f5 = 5;
    private int f6 = 6;
    private int f7 = 7;
    private int f8 = 8;
    private int f9 = 9;
    private int f10 = 10;
    private int f11 = 11;
    private int f12 = 12;
    private int f13 = 13;
    private int f14 = 14;
    private int f15 = 15;
    private int f16 = 16;
    private int f17 = 17;
    private int f18 = 18;
    private int f19 = 19;
    private int f20 = 20;
    private int f21 = 21;
    private int f22 = 22;
    private int f23 = 23;
    private int f24 = 24;
    private int f25 = 25;
    private int f26 = 26;
    private int f27 = 27;
    private int f28 = 28;
    private int f29 = 29;
    private int f30 = 30;
    private int f31 = 31;
    private int f32 = 32;
    private int f33 = 33;
    private int f34 = 34;
    private int f35 = 35;
    private int f36 = 36;
    private int f37 = 37;
    private int f38 = 38;
    private int f39 = 39;
    private int f40 = 40;
    private int f41 = 41;
    private int f42 = 42;
    private int f43 = 43;
    private int f44 = 44;
    private int f45 = 45;
    private int f46 = 46;
    private int f47 = 47;
    private int f48 = 48;
    private int f49 = 49;
    private int f50 = 50;
    private int f51 = 51;
    private int f52 = 52;
    private int f53 = 53;
    private int f54 = 54;
    private int f55 = 55;
    private int f56 = 56;
    private int f57 = 57;
    private int f58 = 58;
    private int f59 = 59;
    private int f60 = 60;
    private int f61 = 61;
    private int f62 = 62;
    private int f63 = 63;
    private int f64 = 64;
    private int f65 = 65;
    private int f66 = 66;
    private int f67 = 67;
    private int f68 = 68;
    private int f69 = 69;
    private int f70 = 70;
    private int f71 = 71;
    private int f72 = 72;
    private int f73 = 73;
    private int f74 = 74;
    private int f75 = 75;
    private int f76 = 76;
    private int f77 = 77;
    private int f78 = 78;
    private int f79 = 79;
    private int f80 = 80;
    private int f81 = 81;
    private int f82 = 82;
    private int f83 = 83;
    private int f84 = 84;
    private int f85 = 85;
    private int f86 = 86;
    private int f87 = 87;
    private int f88 = 88;
    private int f89 = 89;
    private int f90 = 90;
    private int f91 = 91;
    private int f92 = 92;
    private int f93 = 93;
    private int f94 = 94;
    private int f95 = 95;
    private int f96 = 96;
    private int f97 = 97;
    private int f98 = 98;
    private int f99 = 99;
    private int f100 = 100;
    private int f101 = 101;
    private int f102 = 102;
    private int f103 = 103;
    private int f104 = 104;
    private int f105 = 105;
    private int f106 = 106;
    private int f107 = 107;
    private int f108 = 108;
    private int f109 = 109;
    private int f110 = 110;
    private int f111 = 111;
    private int f112 = 112;
    private int f113 = 113;
    private int f114 = 114;
    private int f115 = 115;
    private int f116 = 116;
    private int f117 = 117;
    private int f118 = 118;
    private int f119 = 119;
    private int f120 = 120;
    private int f121 = 121;
    private int f122 = 122;
    private int f123 = 123;
    private int f124 = 124;
    private int f125 = 125;
    private int f126 = 126;
    private int f127 = 127;
    private int f128 = 128;
    private int f129 = 129;
    private int f130 = 130;
    private int f131 = 131;
    private int f132 = 132;
    private int f133 = 133;
    private int f134 = 134;
    private int f135 = 135;
    private int f136 = 136;
    private int f137 = 137;
    private int f138 = 138;
    private int f139 = 139;
    private int f140 = 140;
    private int f141 = 141;
    private int f142 = 142;
    private int f143 = 143;
    private int f144 = 144;
    private int f145 = 145;
    private int f146 = 146;
    private int f147 = 147;
    private int f148 = 148;
    private int f149 = 149;
    private int f150 = 150;
    private int f151 = 151;
    private int f152 = 152;
    private int f153 = 153;
    private int f154 = 154;
    private int f155 = 155;
    private int f156 = 156;
    private int f157 = 157;
    private int f158 = 158;
    private int f159 = 159;
    private int f160 = 160;
    private int f161 = 161;
    private int f162 = 162;
    private int f163 = 163;
    private int f164 = 164;
    private int f165 = 165;
    private int f166 = 166;
    private int f167 = 167;
    private int f168 = 168;
    private int f169 = 169;
    private int f170 = 170;
    private int f171 = 171;
    private int f172 = 172;
    private int f173 = 173;
    private int f174 = 174;
    private int f175 = 175;
    private int f176 = 176;
    private int f177 = 177;
    private int f178 = 178;
    private int f179 = 179;
    private int f180 = 180;
    private int f181 = 181;
    private int f182 = 182;
    private int f183 = 183;
    private int f184 = 184;
    private int f185 = 185;
    private int f186 = 186;
    private int f187 = 187;
    private int f188 = 188;
    private int f189 = 189;
    private int f190 = 190;
    private int f191 = 191;
    private int f192 = 192;
    private int f193 = 193;
    private int f194 = 194;
    private int f195 = 195;
    private int f196 = 196;
    private int f197 = 197;
    private int f198 = 198;
    private int f199 = 199;
    private int f200 = 200;
    private int f201 = 201;
    private int f202 = 202;
    private int f203 = 203;
    private int f204 = 204;
    private int f205 = 205;
    private int f206 = 206;
    private int f207 = 207;
    private int f208 = 208;
    private int f209 = 209;
    private int f210 = 210;
    private int f211 = 211;
    private int f212 = 212;
    private int f213 = 213;
    private int f214 = 214;
    private int f215 = 215;
    private int f216 = 216;
    private int f217 = 217;
    private int f218 = 218;
    private int f219 = 219;
    private int f220 = 220;
    private int f221 = 221;
    private int f222 = 222;
    private int f223 = 223;
    private int f224 = 224;
    private int f225 = 225;
    private int f226 = 226;
    private int f227 = 227;
    private int f228 = 228;
    private int f229 = 229;
    private int f230 = 230;
    private int f231 = 231;
    private int f232 = 232;
    private int f233 = 233;
    private int f234 = 234;
    private int f235 = 235;
    private int f236 = 236;
    private int f237 = 237;
    private int f238 = 238;
    private int f239 = 239;
    private int f240 = 240;
    private int f241 = 241;
    private int f242 = 242;
    private int f243 = 243;
    private int f244 = 244;
    private int f245 = 245;
    private int f246 = 246;
    private int f247 = 247;
    private int f248 = 248;
    private int f249 = 249;
    private int f250 = 250;
    private int f251 = 251;
    private int f252 = 252;
    private int f253 = 253;
    private int f254 = 254;
    private int f255 = 255;
    private int f256 = 256;
    private int f257 = 257;
    private int f258 = 258;
    private int f259 = 259;
    private int f260 = 260;
    private int f261 = 261;
    private int f262 = 262;
    private int f263 = 263;
    private int f264 = 264;
    private int f265 = 265;
    private int f266 = 266;
    private int f267 = 267;
    private int f268 = 268;
    private int f269 = 269;
    private int f270 = 270;
    private int f271 = 271;
    private int f272 = 272;
    private int f273 = 273;
    private int f274 = 274;
    private int f275 = 275;
    private int f276 = 276;
    private int f277 = 277;
    private int f278 = 278;
    private int f279 = 279;
    private int f280 = 280;
    private int f281 = 281;
    private int f282 = 282;
    private int f283 = 283;
    private int f284 = 284;
    private int f285 = 285;
    private int f286 = 286;
    private int f287 = 287;
    private int f288 = 288;
    private int f289 = 289;
    private int f290 = 290;
    private int f291 = 291;
    private int f292 = 292;
    private int f293 = 293;
    private int f294 = 294;
    private int f295 = 295;
    private int f296 = 296;
    private int f297 = 297;
    private int f298 = 298;
    private int f299 = 299;

    long compute(int seed) {
        long sum = seed;
        if ((sum & 1) != 0) {
            f0 += (int) sum;
        } else {
            sum += f0 * 0L;
        }
        if ((sum & 2) != 0) {
            f1 += (int) sum;
        } else {
            sum += f7 * 1L;
        }
        if ((sum & 4) != 0) {
            f2 += (int) sum;
        } else {
            sum += f14 * 2L;
        }
        if ((sum & 8) != 0) {
            f3 += (int) sum;
        } else {
            sum += f21 * 3L;
        }
        if ((sum & 16) != 0) {
            f4 += (int) sum;
        } else {
            sum += f28 * 4L;
        }
        if ((sum & 32) != 0) {
            f5 += (int) sum;
        } else {
            sum += f35 * 5L;
        }
        if ((sum & 64) != 0) {
            f6 += (int) sum;
        } else {
            sum += f42 * 6L;
        }
        if ((sum & 128) != 0) {
            f7 += (int) sum;
        } else {
            sum += f49 * 7L;
        }
        if ((sum & 256) != 0) {
            f8 += (int) sum;
        } else {
            sum += f56 * 8L;
        }
        if ((sum & 1) != 0) {
            f9 += (int) sum;
        } else {
            sum += f63 * 9L;
        }
        if ((sum & 2) != 0) {
            f10 += (int) sum;
        } else {
            sum += f70 * 10L;
        }
        if ((sum & 4) != 0) {
            f11 += (int) sum;
        } else {
            sum += f77 * 11L;
        }
        if ((sum & 8) != 0) {
            f12 += (int) sum;
        } else {
            sum += f84 * 12L;
        }
        if ((sum & 16) != 0) {
            f13 += (int) sum;
        } else {
            sum += f91 * 13L;
        }
        if ((sum & 32) != 0) {
            f14 += (int) sum;
        } else {
            sum += f98 * 14L;
        }
        if ((sum & 64) != 0) {
            f15 += (int) sum;
        } else {
            sum += f105 * 15L;
        }
        if ((sum & 128) != 0) {
            f16 += (int) sum;
        } else {
            sum += f112 * 16L;
        }
        if ((sum & 256) != 0) {
            f17 += (int) sum;
        } else {
            sum += f119 * 17L;
        }
        if ((sum & 1) != 0) {
            f18 += (int) sum;
        } else {
            sum += f126 * 18L;
        }
        if ((sum & 2) != 0) {
            f19 += (int) sum;
        } else {
            sum += f133 * 19L;
        }
        if ((sum & 4) != 0) {
            f20 += (int) sum;
        } else {
            sum += f140 * 20L;
        }
        if ((sum & 8) != 0) {
            f21 += (int) sum;
        } else {
            sum += f147 * 21L;
        }
        if ((sum & 16) != 0) {
            f22 += (int) sum;
        } else {
            sum += f154 * 22L;
        }
        if ((sum & 32) != 0) {
            f23 += (int) sum;
        } else {
            sum += f161 * 23L;
        }
        if ((sum & 64) != 0) {
            f24 += (int) sum;
        } else {
            sum += f168 * 24L;
        }
        if ((sum & 128) != 0) {
            f25 += (int) sum;
        } else {
            sum += f175 * 25L;
        }
        if ((sum & 256) != 0) {
            f26 += (int) sum;
        } else {
            sum += f182 * 26L;
        }
        if ((sum & 1) != 0) {
            f27 += (int) sum;
        } else {
            sum += f189 * 27L;
        }
        if ((sum & 2) != 0) {
            f28 += (int) sum;
        } else {
            sum += f196 * 28L;
        }
        if ((sum & 4) != 0) {
            f29 += (int) sum;
        } else {
            sum += f203 * 29L;
        }
        if ((sum & 8) != 0) {
            f30 += (int) sum;
        } else {
            sum += f210 * 30L;
        }
        if ((sum & 16) != 0) {
            f31 += (int) sum;
        } else {
            sum += f217 * 31L;
        }
        if ((sum & 32) != 0) {
            f32 += (int) sum;
        } else {
            sum += f224 * 32L;
        }
        if ((sum & 64) != 0) {
            f33 += (int) sum;
        } else {
            sum += f231 * 33L;
        }
        if ((sum & 128) != 0) {
            f34 += (int) sum;
        } else {
            sum += f238 * 34L;
        }
        if ((sum & 256) != 0) {
            f35 += (int) sum;
        } else {
            sum += f245 * 35L;
        }
        if ((sum & 1) != 0) {
            f36 += (int) sum;
        } else {
            sum += f252 * 36L;
        }
        if ((sum & 2) != 0) {
            f37 += (int) sum;
        } else {
            sum += f259 * 37L;
        }
        if ((sum & 4) != 0) {
            f38 += (int) sum;
        } else {
            sum += f266 * 38L;
        }
        if ((sum & 8) != 0) {
            f39 += (int) sum;
        } else {
            sum += f273 * 39L;
        }
        if ((sum & 16) != 0) {
            f40 += (int) sum;
        } else {
            sum += f280 * 40L;
        }
        if ((sum & 32) != 0) {
            f41 += (int) sum;
        } else {
            sum += f287 * 41L;
        }
        if ((sum & 64) != 0) {
            f42 += (int) sum;
        } else {
            sum += f294 * 42L;
        }
        if ((sum & 128) != 0) {
            f43 += (int) sum;
        } else {
            sum += f1 * 43L;
        }
        if ((sum & 256) != 0) {
            f44 += (int) sum;
        } else {
            sum += f8 * 44L;
        }
        if ((sum & 1) != 0) {
            f45 += (int) sum;
        } else {
            sum += f15 * 45L;
        }
        if ((sum & 2) != 0) {
            f46 += (int) sum;
        } else {
            sum += f22 * 46L;
        }
        if ((sum & 4) != 0) {
            f47 += (int) sum;
        } else {
            sum += f29 * 47L;
        }
        if ((sum & 8) != 0) {
            f48 += (int) sum;
        } else {
            sum += f36 * 48L;
        }
        if ((sum & 16) != 0) {
            f49 += (int) sum;
        } else {
            sum += f43 * 49L;
        }
        if ((sum & 32) != 0) {
            f50 += (int) sum;
        } else {
            sum += f50 * 50L;
        }
        if ((sum & 64) != 0) {
            f51 += (int) sum;
        } else {
            sum += f57 * 51L;
        }
        if ((sum & 128) != 0) {
            f52 += (int) sum;
        } else {
            sum += f64 * 52L;
        }
        if ((sum & 256) != 0) {
            f53 += (int) sum;
        } else {
            sum += f71 * 53L;
        }
        if ((sum & 1) != 0) {
            f54 += (int) sum;
        } else {
            sum += f78 * 54L;
        }
        if ((sum & 2) != 0) {
            f55 += (int) sum;
        } else {
            sum += f85 * 55L;
        }
        if ((sum & 4) != 0) {
            f56 += (int) sum;
        } else {
            sum += f92 * 56L;
        }
        if ((sum & 8) != 0) {
            f57 += (int) sum;
        } else {
            sum += f99 * 57L;
        }
        if ((sum & 16) != 0) {
            f58 += (int) sum;
        } else {
            sum += f106 * 58L;
        }
        if ((sum & 32) != 0) {
            f59 += (int) sum;
        } else {
            sum += f113 * 59L;
        }
        if ((sum & 64) != 0) {
            f60 += (int) sum;
        } else {
            sum += f120 * 60L;
        }
        if ((sum & 128) != 0) {
            f61 += (int) sum;
        } else {
            sum += f127 * 61L;
        }
        if ((sum & 256) != 0) {
            f62 += (int) sum;
        } else {
            sum += f134 * 62L;
        }
        if ((sum & 1) != 0) {
            f63 += (int) sum;
        } else {
            sum += f141 * 63L;
        }
        if ((sum & 2) != 0) {
            f64 += (int) sum;
        } else {
            sum += f148 * 64L;
        }
        if ((sum & 4) != 0) {
            f65 += (int) sum;
        } else {
            sum += f155 * 65L;
        }
        if ((sum & 8) != 0) {
            f66 += (int) sum;
        } else {
            sum += f162 * 66L;
        }
        if ((sum & 16) != 0) {
            f67 += (int) sum;
        } else {
            sum += f169 * 67L;
        }
        if ((sum & 32) != 0) {
            f68 += (int) sum;
        } else {
            sum += f176 * 68L;
        }
        if ((sum & 64) != 0) {
            f69 += (int) sum;
        } else {
            sum += f183 * 69L;
        }
        if ((sum & 128) != 0) {
            f70 += (int) sum;
        } else {
            sum += f190 * 70L;
        }
        if ((sum & 256) != 0) {
            f71 += (int) sum;
        } else {
            sum += f197 * 71L;
        }
        if ((sum & 1) != 0) {
            f72 += (int) sum;
        } else {
            sum += f204 * 72L;
        }
        if ((sum & 2) != 0) {
            f73 += (int) sum;
        } else {
            sum += f211 * 73L;
        }
        if ((sum & 4) != 0) {
            f74 += (int) sum;
        } else {
            sum += f218 * 74L;
        }
        if ((sum & 8) != 0) {
            f75 += (int) sum;
        } else {
            sum += f225 * 75L;
        }
        if ((sum & 16) != 0) {
            f76 += (int) sum;
        } else {
            sum += f232 * 76L;
        }
        if ((sum & 32) != 0) {
            f77 += (int) sum;
        } else {
            sum += f239 * 77L;
        }
        if ((sum & 64) != 0) {
            f78 += (int) sum;
        } else {
            sum += f246 * 78L;
        }
        if ((sum & 128) != 0) {
            f79 += (int) sum;
        } else {
            sum += f253 * 79L;
        }
        if ((sum & 256) != 0) {
            f80 += (int) sum;
        } else {
            sum += f260 * 80L;
        }
        if ((sum & 1) != 0) {
            f81 += (int) sum;
        } else {
            sum += f267 * 81L;
        }
        if ((sum & 2) != 0) {
            f82 += (int) sum;
        } else {
            sum += f274 * 82L;
        }
        if ((sum & 4) != 0) {
            f83 += (int) sum;
        } else {
            sum += f281 * 83L;
        }
        if ((sum & 8) != 0) {
            f84 += (int) sum;
        } else {
            sum += f288 * 84L;
        }
        if ((sum & 16) != 0) {
            f85 += (int) sum;
        } else {
            sum += f295 * 85L;
        }
        if ((sum & 32) != 0) {
            f86 += (int) sum;
        } else {
            sum += f2 * 86L;
        }
        if ((sum & 64) != 0) {
            f87 += (int) sum;
        } else {
            sum += f9 * 87L;
        }
        if ((sum & 128) != 0) {
            f88 += (int) sum;
        } else {
            sum += f16 * 88L;
        }
        if ((sum & 256) != 0) {
            f89 += (int) sum;
        } else {
            sum += f23 * 89L;
        }
        if ((sum & 1) != 0) {
            f90 += (int) sum;
        } else {
            sum += f30 * 90L;
        }
        if ((sum & 2) != 0) {
            f91 += (int) sum;
        } else {
            sum += f37 * 91L;
        }
        if ((sum & 4) != 0) {
            f92 += (int) sum;
        } else {
            sum += f44 * 92L;
        }
        if ((sum & 8) != 0) {
            f93 += (int) sum;
        } else {
            sum += f51 * 93L;
        }
        if ((sum & 16) != 0) {
            f94 += (int) sum;
        } else {
            sum += f58 * 94L;
        }
        if ((sum & 32) != 0) {
            f95 += (int) sum;
        } else {
            sum += f65 * 95L;
        }
        if ((sum & 64) != 0) {
            f96 += (int) sum;
        } else {
            sum += f72 * 96L;
        }
        if ((sum & 128) != 0) {
            f97 += (int) sum;
        } else {
            sum += f79 * 97L;
        }
        if ((sum & 256) != 0) {
            f98 += (int) sum;
        } else {
            sum += f86 * 98L;
        }
        if ((sum & 1) != 0) {
            f99 += (int) sum;
        } else {
            sum += f93 * 99L;
        }
        if ((sum & 2) != 0) {
            f100 += (int) sum;
        } else {
            sum += f100 * 100L;
        }
        if ((sum & 4) != 0) {
            f101 += (int) sum;
        } else {
            sum += f107 * 101L;
        }
        if ((sum & 8) != 0) {
            f102 += (int) sum;
        } else {
            sum += f114 * 102L;
        }
        if ((sum & 16) != 0) {
            f103 += (int) sum;
        } else {
            sum += f121 * 103L;
        }
        if ((sum & 32) != 0) {
            f104 += (int) sum;
        } else {
            sum += f128 * 104L;
        }
        if ((sum & 64) != 0) {
            f105 += (int) sum;
        } else {
            sum += f135 * 105L;
        }
        if ((sum & 128) != 0) {
            f106 += (int) sum;
        } else {
            sum += f142 * 106L;
        }
        if ((sum & 256) != 0) {
            f107 += (int) sum;
        } else {
            sum += f149 * 107L;
        }
        if ((sum & 1) != 0) {
            f108 += (int) sum;
        } else {
            sum += f156 * 108L;
        }
        if ((sum & 2) != 0) {
            f109 += (int) sum;
        } else {
            sum += f163 * 109L;
        }
        if ((sum & 4) != 0) {
            f110 += (int) sum;
        } else {
            sum += f170 * 110L;
        }
        if ((sum & 8) != 0) {
            f111 += (int) sum;
        } else {
            sum += f177 * 111L;
        }
        if ((sum & 16) != 0) {
            f112 += (int) sum;
        } else {
            sum += f184 * 112L;
        }
        if ((sum & 32) != 0) {
            f113 += (int) sum;
        } else {
            sum += f191 * 113L;
        }
        if ((sum & 64) != 0) {
            f114 += (int) sum;
        } else {
            sum += f198 * 114L;
        }
        if ((sum & 128) != 0) {
            f115 += (int) sum;
        } else {
            sum += f205 * 115L;
        }
        if ((sum & 256) != 0) {
            f116 += (int) sum;
        } else {
            sum += f212 * 116L;
        }
        if ((sum & 1) != 0) {
            f117 += (int) sum;
        } else {
            sum += f219 * 117L;
        }
        if ((sum & 2) != 0) {
            f118 += (int) sum;
        } else {
            sum += f226 * 118L;
        }
        if ((sum & 4) != 0) {
            f119 += (int) sum;
        } else {
            sum += f233 * 119L;
        }
        if ((sum & 8) != 0) {
            f120 += (int) sum;
        } else {
            sum += f240 * 120L;
        }
        if ((sum & 16) != 0) {
            f121 += (int) sum;
        } else {
            sum += f247 * 121L;
        }
        if ((sum & 32) != 0) {
            f122 += (int) sum;
        } else {
            sum += f254 * 122L;
        }
        if ((sum & 64) != 0) {
            f123 += (int) sum;
        } else {
            sum += f261 * 123L;
        }
        if ((sum & 128) != 0) {
            f124 += (int) sum;
        } else {
            sum += f268 * 124L;
        }
        if ((sum & 256) != 0) {
            f125 += (int) sum;
        } else {
            sum += f275 * 125L;
        }
        if ((sum & 1) != 0) {
            f126 += (int) sum;
        } else {
            sum += f282 * 126L;
        }
        if ((sum & 2) != 0) {
            f127 += (int) sum;
        } else {
            sum += f289 * 127L;
        }
        if ((sum & 4) != 0) {
            f128 += (int) sum;
        } else {
            sum += f296 * 128L;
        }
        if ((sum & 8) != 0) {
            f129 += (int) sum;
        } else {
            sum += f3 * 129L;
        }
        if ((sum & 16) != 0) {
            f130 += (int) sum;
        } else {
            sum += f10 * 130L;
        }
        if ((sum & 32) != 0) {
            f131 += (int) sum;
        } else {
            sum += f17 * 131L;
        }
        if ((sum & 64) != 0) {
            f132 += (int) sum;
        } else {
            sum += f24 * 132L;
        }
        if ((sum & 128) != 0) {
            f133 += (int) sum;
        } else {
            sum += f31 * 133L;
        }
        if ((sum & 256) != 0) {
            f134 += (int) sum;
        } else {
            sum += f38 * 134L;
        }
        if ((sum & 1) != 0) {
            f135 += (int) sum;
        } else {
            sum += f45 * 135L;
        }
        if ((sum & 2) != 0) {
            f136 += (int) sum;
        } else {
            sum += f52 * 136L;
        }
        if ((sum & 4) != 0) {
            f137 += (int) sum;
        } else {
            sum += f59 * 137L;
        }
        if ((sum & 8) != 0) {
            f138 += (int) sum;
        } else {
            sum += f66 * 138L;
        }
        if ((sum & 16) != 0) {
            f139 += (int) sum;
        } else {
            sum += f73 * 139L;
        }
        if ((sum & 32) != 0) {
            f140 += (int) sum;
        } else {
            sum += f80 * 140L;
        }
        if ((sum & 64) != 0) {
            f141 += (int) sum;
        } else {
            sum += f87 * 141L;
        }
        if ((sum & 128) != 0) {
            f142 += (int) sum;
        } else {
            sum += f94 * 142L;
        }
        if ((sum & 256) != 0) {
            f143 += (int) sum;
        } else {
            sum += f101 * 143L;
        }
        if ((sum & 1) != 0) {
            f144 += (int) sum;
        } else {
            sum += f108 * 144L;
        }
        if ((sum & 2) != 0) {
            f145 += (int) sum;
        } else {
            sum += f115 * 145L;
        }
        if ((sum & 4) != 0) {
            f146 += (int) sum;
        } else {
            sum += f122 * 146L;
        }
        if ((sum & 8) != 0) {
            f147 += (int) sum;
        } else {
            sum += f129 * 147L;
        }
        if ((sum & 16) != 0) {
            f148 += (int) sum;
        } else {
            sum += f136 * 148L;
        }
        if ((sum & 32) != 0) {
            f149 += (int) sum;
        } else {
            sum += f143 * 149L;
        }
        if ((sum & 64) != 0) {
            f150 += (int) sum;
        } else {
            sum += f150 * 150L;
        }
        if ((sum & 128) != 0) {
            f151 += (int) sum;
        } else {
            sum += f157 * 151L;
        }
        if ((sum & 256) != 0) {
            f152 += (int) sum;
        } else {
            sum += f164 * 152L;
        }
        if ((sum & 1) != 0) {
            f153 += (int) sum;
        } else {
            sum += f171 * 153L;
        }
        if ((sum & 2) != 0) {
            f154 += (int) sum;
        } else {
            sum += f178 * 154L;
        }
        if ((sum & 4) != 0) {
            f155 += (int) sum;
        } else {
            sum += f185 * 155L;
        }
        if ((sum & 8) != 0) {
            f156 += (int) sum;
        } else {
            sum += f192 * 156L;
        }
        if ((sum & 16) != 0) {
            f157 += (int) sum;
        } else {
            sum += f199 * 157L;
        }
        if ((sum & 32) != 0) {
            f158 += (int) sum;
        } else {
            sum += f206 * 158L;
        }
        if ((sum & 64) != 0) {
            f159 += (int) sum;
        } else {
            sum += f213 * 159L;
        }
        if ((sum & 128) != 0) {
            f160 += (int) sum;
        } else {
            sum += f220 * 160L;
        }
        if ((sum & 256) != 0) {
            f161 += (int) sum;
        } else {
            sum += f227 * 161L;
        }
        if ((sum & 1) != 0) {
            f162 += (int) sum;
        } else {
            sum += f234 * 162L;
        }
        if ((sum & 2) != 0) {
            f163 += (int) sum;
        } else {
            sum += f241 * 163L;
        }
        if ((sum & 4) != 0) {
            f164 += (int) sum;
        } else {
            sum += f248 * 164L;
        }
        if ((sum & 8) != 0) {
            f165 += (int) sum;
        } else {
            sum += f255 * 165L;
        }
        if ((sum & 16) != 0) {
            f166 += (int) sum;
        } else {
            sum += f262 * 166L;
        }
        if ((sum & 32) != 0) {
            f167 += (int) sum;
        } else {
            sum += f269 * 167L;
        }
        if ((sum & 64) != 0) {
            f168 += (int) sum;
        } else {
            sum += f276 * 168L;
        }
        if ((sum & 128) != 0) {
            f169 += (int) sum;
        } else {
            sum += f283 * 169L;
        }
        if ((sum & 256) != 0) {
            f170 += (int) sum;
        } else {
            sum += f290 * 170L;
        }
        if ((sum & 1) != 0) {
            f171 += (int) sum;
        } else {
            sum += f297 * 171L;
        }
        if ((sum & 2) != 0) {
            f172 += (int) sum;
        } else {
            sum += f4 * 172L;
        }
        if ((sum & 4) != 0) {
            f173 += (int) sum;
        } else {
            sum += f11 * 173L;
        }
        if ((sum & 8) != 0) {
            f174 += (int) sum;
        } else {
            sum += f18 * 174L;
        }
        if ((sum & 16) != 0) {
            f175 += (int) sum;
        } else {
            sum += f25 * 175L;
        }
        if ((sum & 32) != 0) {
            f176 += (int) sum;
        } else {
            sum += f32 * 176L;
        }
        if ((sum & 64) != 0) {
            f177 += (int) sum;
        } else {
            sum += f39 * 177L;
        }
        if ((sum & 128) != 0) {
            f178 += (int) sum;
        } else {
            sum += f46 * 178L;
        }
        if ((sum & 256) != 0) {
            f179 += (int) sum;
        } else {
            sum += f53 * 179L;
        }
        if ((sum & 1) != 0) {
            f180 += (int) sum;
        } else {
            sum += f60 * 180L;
        }
        if ((sum & 2) != 0) {
            f181 += (int) sum;
        } else {
            sum += f67 * 181L;
        }
        if ((sum & 4) != 0) {
            f182 += (int) sum;
        } else {
            sum += f74 * 182L;
        }
        if ((sum & 8) != 0) {
            f183 += (int) sum;
        } else {
            sum += f81 * 183L;
        }
        if ((sum & 16) != 0) {
            f184 += (int) sum;
        } else {
            sum += f88 * 184L;
        }
        if ((sum & 32) != 0) {
            f185 += (int) sum;
        } else {
            sum += f95 * 185L;
        }
        if ((sum & 64) != 0) {
            f186 += (int) sum;
        } else {
            sum += f102 * 186L;
        }
        if ((sum & 128) != 0) {
            f187 += (int) sum;
        } else {
            sum += f109 * 187L;
        }
        if ((sum & 256) != 0) {
            f188 += (int) sum;
        } else {
            sum += f116 * 188L;
        }
        if ((sum & 1) != 0) {
            f189 += (int) sum;
        } else {
            sum += f123 * 189L;
        }
        if ((sum & 2) != 0) {
            f190 += (int) sum;
        } else {
            sum += f130 * 190L;
        }
        if ((sum & 4) != 0) {
            f191 += (int) sum;
        } else {
            sum += f137 * 191L;
        }
        if ((sum & 8) != 0) {
            f192 += (int) sum;
        } else {
            sum += f144 * 192L;
        }
        if ((sum & 16) != 0) {
            f193 += (int) sum;
        } else {
            sum += f151 * 193L;
        }
        if ((sum & 32) != 0) {
            f194 += (int) sum;
        } else {
            sum += f158 * 194L;
        }
        if ((sum & 64) != 0) {
            f195 += (int) sum;
        } else {
            sum += f165 * 195L;
        }
        if ((sum & 128) != 0) {
            f196 += (int) sum;
        } else {
            sum += f172 * 196L;
        }
        if ((sum & 256) != 0) {
            f197 += (int) sum;
        } else {
            sum += f179 * 197L;
        }
        if ((sum & 1) != 0) {
            f198 += (int) sum;
        } else {
            sum += f186 * 198L;
        }
        if ((sum & 2) != 0) {
            f199 += (int) sum;
        } else {
            sum += f193 * 199L;
        }
        if ((sum & 4) != 0) {
            f200 += (int) sum;
        } else {
            sum += f200 * 200L;
        }
        if ((sum & 8) != 0) {
            f201 += (int) sum;
        } else {
            sum += f207 * 201L;
        }
        if ((sum & 16) != 0) {
            f202 += (int) sum;
        } else {
            sum += f214 * 202L;
        }
        if ((sum & 32) != 0) {
            f203 += (int) sum;
        } else {
            sum += f221 * 203L;
        }
        if ((sum & 64) != 0) {
            f204 += (int) sum;
        } else {
            sum += f228 * 204L;
        }
        if ((sum & 128) != 0) {
            f205 += (int) sum;
        } else {
            sum += f235 * 205L;
        }
        if ((sum & 256) != 0) {
            f206 += (int) sum;
        } else {
            sum += f242 * 206L;
        }
        if ((sum & 1) != 0) {
            f207 += (int) sum;
        } else {
            sum += f249 * 207L;
        }
        if ((sum & 2) != 0) {
            f208 += (int) sum;
        } else {
            sum += f256 * 208L;
        }
        if ((sum & 4) != 0) {
            f209 += (int) sum;
        } else {
            sum += f263 * 209L;
        }
        if ((sum & 8) != 0) {
            f210 += (int) sum;
        } else {
            sum += f270 * 210L;
        }
        if ((sum & 16) != 0) {
            f211 += (int) sum;
        } else {
            sum += f277 * 211L;
        }
        if ((sum & 32) != 0) {
            f212 += (int) sum;
        } else {
            sum += f284 * 212L;
        }
        if ((sum & 64) != 0) {
            f213 += (int) sum;
        } else {
            sum += f291 * 213L;
        }
        if ((sum & 128) != 0) {
            f214 += (int) sum;
        } else {
            sum += f298 * 214L;
        }
        if ((sum & 256) != 0) {
            f215 += (int) sum;
        } else {
            sum += f5 * 215L;
        }
        if ((sum & 1) != 0) {
            f216 += (int) sum;
        } else {
            sum += f12 * 216L;
        }
        if ((sum & 2) != 0) {
            f217 += (int) sum;
        } else {
            sum += f19 * 217L;
        }
        if ((sum & 4) != 0) {
            f218 += (int) sum;
        } else {
            sum += f26 * 218L;
        }
        if ((sum & 8) != 0) {
            f219 += (int) sum;
        } else {
            sum += f33 * 219L;
        }
        if ((sum & 16) != 0) {
            f220 += (int) sum;
        } else {
            sum += f40 * 220L;
        }
        if ((sum & 32) != 0) {
            f221 += (int) sum;
        } else {
            sum += f47 * 221L;
        }
        if ((sum & 64) != 0) {
            f222 += (int) sum;
        } else {
            sum += f54 * 222L;
        }
        if ((sum & 128) != 0) {
            f223 += (int) sum;
        } else {
            sum += f61 * 223L;
        }
        if ((sum & 256) != 0) {
            f224 += (int) sum;
        } else {
            sum += f68 * 224L;
        }
        if ((sum & 1) != 0) {
            f225 += (int) sum;
        } else {
            sum += f75 * 225L;
        }
        if ((sum & 2) != 0) {
            f226 += (int) sum;
        } else {
            sum += f82 * 226L;
        }
        if ((sum & 4) != 0) {
            f227 += (int) sum;
        } else {
            sum += f89 * 227L;
        }
        if ((sum & 8) != 0) {
            f228 += (int) sum;
        } else {
            sum += f96 * 228L;
        }
        if ((sum & 16) != 0) {
            f229 += (int) sum;
        } else {
            sum += f103 * 229L;
        }
        if ((sum & 32) != 0) {
            f230 += (int) sum;
        } else {
            sum += f110 * 230L;
        }
        if ((sum & 64) != 0) {
            f231 += (int) sum;
        } else {
            sum += f117 * 231L;
        }
        if ((sum & 128) != 0) {
            f232 += (int) sum;
        } else {
            sum += f124 * 232L;
        }
        if ((sum & 256) != 0) {
            f233 += (int) sum;
        } else {
            sum += f131 * 233L;
        }
        if ((sum & 1) != 0) {
            f234 += (int) sum;
        } else {
            sum += f138 * 234L;
        }
        if ((sum & 2) != 0) {
            f235 += (int) sum;
        } else {
            sum += f145 * 235L;
        }
        if ((sum & 4) != 0) {
            f236 += (int) sum;
        } else {
            sum += f152 * 236L;
        }
        if ((sum & 8) != 0) {
            f237 += (int) sum;
        } else {
            sum += f159 * 237L;
        }
        if ((sum & 16) != 0) {
            f238 += (int) sum;
        } else {
            sum += f166 * 238L;
        }
        if ((sum & 32) != 0) {
            f239 += (int) sum;
        } else {
            sum += f173 * 239L;
        }
        if ((sum & 64) != 0) {
            f240 += (int) sum;
        } else {
            sum += f180 * 240L;
        }
        if ((sum & 128) != 0) {
            f241 += (int) sum;
        } else {
            sum += f187 * 241L;
        }
        if ((sum & 256) != 0) {
            f242 += (int) sum;
        } else {
            sum += f194 * 242L;
        }
        if ((sum & 1) != 0) {
            f243 += (int) sum;
        } else {
            sum += f201 * 243L;
        }
        if ((sum & 2) != 0) {
            f244 += (int) sum;
        } else {
            sum += f208 * 244L;
        }
        if ((sum & 4) != 0) {
            f245 += (int) sum;
        } else {
            sum += f215 * 245L;
        }
        if ((sum & 8) != 0) {
            f246 += (int) sum;
        } else {
            sum += f222 * 246L;
        }
        if ((sum & 16) != 0) {
            f247 += (int) sum;
        } else {
            sum += f229 * 247L;
        }
        if ((sum & 32) != 0) {
            f248 += (int) sum;
        } else {
            sum += f236 * 248L;
        }
        if ((sum & 64) != 0) {
            f249 += (int) sum;
        } else {
            sum += f243 * 249L;
        }
        if ((sum & 128) != 0) {
            f250 += (int) sum;
        } else {
            sum += f250 * 250L;
        }
        if ((sum & 256) != 0) {
            f251 += (int) sum;
        } else {
            sum += f257 * 251L;
        }
        if ((sum & 1) != 0) {
            f252 += (int) sum;
        } else {
            sum += f264 * 252L;
        }
        if ((sum & 2) != 0) {
            f253 += (int) sum;
        } else {
            sum += f271 * 253L;
        }
        if ((sum & 4) != 0) {
            f254 += (int) sum;
        } else {
            sum += f278 * 254L;
        }
        if ((sum & 8) != 0) {
            f255 += (int) sum;
        } else {
            sum += f285 * 255L;
        }
        if ((sum & 16) != 0) {
            f256 += (int) sum;
        } else {
            sum += f292 * 256L;
        }
        if ((sum & 32) != 0) {
            f257 += (int) sum;
        } else {
            sum += f299 * 257L;
        }
        if ((sum & 64) != 0) {
            f258 += (int) sum;
        } else {
            sum += f6 * 258L;
        }
        if ((sum & 128) != 0) {
            f259 += (int) sum;
        } else {
            sum += f13 * 259L;
        }
        if ((sum & 256) != 0) {
            f260 += (int) sum;
        } else {
            sum += f20 * 260L;
        }
        if ((sum & 1) != 0) {
            f261 += (int) sum;
        } else {
            sum += f27 * 261L;
        }
        if ((sum & 2) != 0) {
            f262 += (int) sum;
        } else {
            sum += f34 * 262L;
        }
        if ((sum & 4) != 0) {
            f263 += (int) sum;
        } else {
            sum += f41 * 263L;
        }
        if ((sum & 8) != 0) {
            f264 += (int) sum;
        } else {
            sum += f48 * 264L;
        }
        if ((sum & 16) != 0) {
            f265 += (int) sum;
        } else {
            sum += f55 * 265L;
        }
        if ((sum & 32) != 0) {
            f266 += (int) sum;
        } else {
            sum += f62 * 266L;
        }
        if ((sum & 64) != 0) {
            f267 += (int) sum;
        } else {
            sum += f69 * 267L;
        }
        if ((sum & 128) != 0) {
            f268 += (int) sum;
        } else {
            sum += f76 * 268L;
        }
        if ((sum & 256) != 0) {
            f269 += (int) sum;
        } else {
            sum += f83 * 269L;
        }
        if ((sum & 1) != 0) {
            f270 += (int) sum;
        } else {
            sum += f90 * 270L;
        }
        if ((sum & 2) != 0) {
            f271 += (int) sum;
        } else {
            sum += f97 * 271L;
        }
        if ((sum & 4) != 0) {
            f272 += (int) sum;
        } else {
            sum += f104 * 272L;
        }
        if ((sum & 8) != 0) {
            f273 += (int) sum;
        } else {
            sum += f111 * 273L;
        }
        if ((sum & 16) != 0) {
            f274 += (int) sum;
        } else {
            sum += f118 * 274L;
        }
        if ((sum & 32) != 0) {
            f275 += (int) sum;
        } else {
            sum += f125 * 275L;
        }
        if ((sum & 64) != 0) {
            f276 += (int) sum;
        } else {
            sum += f132 * 276L;
        }
        if ((sum & 128) != 0) {
            f277 += (int) sum;
        } else {
            sum += f139 * 277L;
        }
        if ((sum & 256) != 0) {
            f278 += (int) sum;
        } else {
            sum += f146 * 278L;
        }
        if ((sum & 1) != 0) {
            f279 += (int) sum;
        } else {
            sum += f153 * 279L;
        }
        if ((sum & 2) != 0) {
            f280 += (int) sum;
        } else {
            sum += f160 * 280L;
        }
        if ((sum & 4) != 0) {
            f281 += (int) sum;
        } else {
            sum += f167 * 281L;
        }
        if ((sum & 8) != 0) {
            f282 += (int) sum;
        } else {
            sum += f174 * 282L;
        }
        if ((sum & 16) != 0) {
            f283 += (int) sum;
        } else {
            sum += f181 * 283L;
        }
        if ((sum & 32) != 0) {
            f284 += (int) sum;
        } else {
            sum += f188 * 284L;
        }
        if ((sum & 64) != 0) {
            f285 += (int) sum;
        } else {
            sum += f195 * 285L;
        }
        if ((sum & 128) != 0) {
            f286 += (int) sum;
        } else {
            sum += f202 * 286L;
        }
        if ((sum & 256) != 0) {
            f287 += (int) sum;
        } else {
            sum += f209 * 287L;
        }
        if ((sum & 1) != 0) {
            f288 += (int) sum;
        } else {
            sum += f216 * 288L;
        }
        if ((sum & 2) != 0) {
            f289 += (int) sum;
        } else {
            sum += f223 * 289L;
        }
        if ((sum & 4) != 0) {
            f290 += (int) sum;
        } else {
            sum += f230 * 290L;
        }
        if ((sum & 8) != 0) {
            f291 += (int) sum;
        } else {
            sum += f237 * 291L;
        }
        if ((sum & 16) != 0) {
            f292 += (int) sum;
        } else {
            sum += f244 * 292L;
        }
        if ((sum & 32) != 0) {
            f293 += (int) sum;
        } else {
            sum += f251 * 293L;
        }
        if ((sum & 64) != 0) {
            f294 += (int) sum;
        } else {
            sum += f258 * 294L;
        }
        if ((sum & 128) != 0) {
            f295 += (int) sum;
        } else {
            sum += f265 * 295L;
        }
        if ((sum & 256) != 0) {
            f296 += (int) sum;
        } else {
            sum += f272 * 296L;
        }
        if ((sum & 1) != 0) {
            f297 += (int) sum;
        } else {
            sum += f279 * 297L;
        }
        if ((sum & 2) != 0) {
            f298 += (int) sum;
        } else {
            sum += f286 * 298L;
        }
        if ((sum & 4) != 0) {
            f299 += (int) sum;
        } else {
            sum += f293 * 299L;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                LargeMethodOk own = new LargeMethodOk();
                for (int round = 0; round < 100; round++) {
                    sums[number] ^= own.compute(round + number);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + " " + sums[1]);
    }
}
